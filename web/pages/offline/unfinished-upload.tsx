import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Session } from '../../../contract/accounts.ts';
import { useSession } from '../../accounts/session.ts';
import { isUploadKept } from '../../media/kept-upload.ts';
import { useActor } from '../../platform/actor.ts';
import { keptUploadKey } from '../kept-upload-key.ts';

const BackgroundUpload = lazy<ComponentType<{ session: Session; to: string }>>(async () => {
	try {
		return { default: (await import('../post-video/background-upload.tsx')).BackgroundUpload };
	} catch {
		// Without a network it waits until the app is opened again.
		return { default: () => null };
	}
});

const uploadPath = '/dashboard/postvideo';

/** On every page but its own: an upload that was left unfinished goes on. */
export function UnfinishedUpload() {
	const session = useSession();
	const { pathname } = useLocation();
	const elsewhere = !/\/postvideo\/?$/i.test(pathname);
	const account = useActor()?.id;
	const [found, setFound] = useState(false);

	useEffect(() => {
		// Once found it says itself when it is over.
		if (account === undefined || !elsewhere) return setFound(false);
		let left = false;
		isUploadKept(keptUploadKey(account)).then((kept) => {
			if (kept && !left) setFound(true);
		});
		return () => {
			left = true;
		};
	}, [account, elsewhere]);

	if (!session || account === undefined || !found || !elsewhere) return null;
	return (
		<Suspense>
			<BackgroundUpload key={session.id} session={session} to={uploadPath} />
		</Suspense>
	);
}
