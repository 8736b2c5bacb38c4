import { useEffect, useState } from 'react';
import type { Session } from '../../../contract/accounts/accounts.ts';
import { importLimits } from '../../../contract/imports/import-limits.ts';
import * as importText from '../../../text/web/import.ts';
import { useSession } from '../../accounts/session.ts';
import { EarlierImports } from '../../imports/earlier-imports.tsx';
import { ImportForm } from '../../imports/import-form.tsx';
import { createImportRun, type ImportRun } from '../../imports/import-run.ts';
import { RunCard } from '../../imports/run-card.tsx';
import { readStoredImport, type StoredImport } from '../../imports/stored-import.ts';
import { removeStoredImport } from '../../imports/stored-import-keys.ts';
import { useApi } from '../../platform/api.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

export const meta = hiddenPageMeta(importText.title);

export default function ImportPage() {
	const session = useSession();
	return (
		<div className="mx-auto max-w-4xl">
			<h1 className="text-28">{importText.title}</h1>
			<p className="mt-1 mb-6 text-quiet">{importText.lead(importLimits.ads)}</p>
			{session && <ImportOfAccount key={session.id} session={session} />}
		</div>
	);
}

function ImportOfAccount({ session }: { session: Session }) {
	const api = useApi();
	/** The import on this device. Null if there is none, undefined until it is read. */
	const [run, setRun] = useState<ImportRun | null>();

	useEffect(() => {
		let stale = false;
		void readStoredImport(session.id).then((stored) => {
			if (stale) return;
			setRun(stored && createImportRun(api, session.id, stored));
		});
		return () => {
			stale = true;
		};
	}, [api, session.id]);

	useEffect(() => {
		if (!run) return;
		const { state, progress } = run.getSnapshot();
		// An import continues after a reload or in another visit, unless the seller has paused it.
		if (state === 'stopped' && !progress.stopped) void run.start();
		return () => void run.pause({ remember: false });
	}, [run]);

	async function close({ getSnapshot }: ImportRun) {
		const stored = await readStoredImport(session.id);
		// Another tab may have stored the next import.
		if (stored?.progress.startKey === getSnapshot().progress.startKey) await removeStoredImport(session.id);
		setRun(null);
	}

	return (
		<>
			{run === undefined && (
				<Loading label={importText.reading}>
					<Skeleton className="h-96 rounded-card" />
				</Loading>
			)}
			{run && <RunCard run={run} onClose={() => void close(run)} />}
			{run === null && (
				<ImportForm
					session={session}
					onStart={(stored: StoredImport) => setRun(createImportRun(api, session.id, stored))}
				/>
			)}
			<EarlierImports accountId={session.id} />
		</>
	);
}
