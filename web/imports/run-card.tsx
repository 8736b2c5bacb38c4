import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Images } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import * as commonText from '../../text/shared/common.ts';
import * as importText from '../../text/web/import.ts';
import { playSound } from '../appearance/sounds.ts';
import { DropArea } from '../media/drop-area.tsx';
import { formatRoundedFileSize } from '../platform/file-size.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { LazyConfirmDialog } from '../ui/lazy-confirm-dialog.ts';
import { ProgressWithPercent } from '../ui/progress.tsx';
import { useLeaveWarning } from '../ui/use-leave-warning.tsx';
import type { ImportRun, ImportSnapshot } from './import-run.ts';
import { UndoButton } from './undo-button.tsx';

interface RunCardProps {
	run: ImportRun;
	onClose: () => void;
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Shows an import that is being posted, and its result. */
export function RunCard({ run, onClose }: RunCardProps) {
	const queryClient = useQueryClient();
	const snapshot = useSyncExternalStore(run.subscribe, run.getSnapshot);
	const [wasRunning, setWasRunning] = useState(false);
	const { state } = snapshot;
	const leaveWarning = useLeaveWarning(state === 'running', importText.leaveWarning);
	if (state === 'running' && !wasRunning) setWasRunning(true);

	const onEnded = useEffectEvent(() => {
		void queryClient.invalidateQueries();
		if (wasRunning) playSound('done');
	});
	useEffect(() => {
		if (state === 'ended') onEnded();
	}, [state]);

	return (
		<Card className="p-4 md:p-6">
			{state === 'ended' ? (
				<Result run={run} snapshot={snapshot} focuses={wasRunning} onClose={onClose} />
			) : (
				<Running run={run} snapshot={snapshot} />
			)}
			{leaveWarning}
		</Card>
	);
}

interface PartProps {
	run: ImportRun;
	snapshot: ImportSnapshot;
}

const titles = {
	running: importText.postingTitle,
	stopped: importText.pausedTitle,
	elsewhere: importText.elsewhereTitle,
	failed: importText.failedTitle,
};

function Running({ run, snapshot }: PartProps) {
	const { state, progress, share, bytes, message, waitUntil } = snapshot;
	const [ends, setEnds] = useState(false);
	const mainButton = useRef<HTMLButtonElement>(null);
	const results = Object.values(progress.results);
	const count = run.ads.length;
	const done = results.filter(({ id }) => id !== null).length;
	const isRunning = state === 'running';
	return (
		<section aria-labelledby="import-run" className="flex flex-col gap-4">
			<h2 id="import-run" className="text-18">
				{state === 'ended' ? null : titles[state]}
			</h2>
			<ProgressWithPercent
				label={importText.postingTitle}
				percent={Math.floor(((results.length + (isRunning ? share : 0)) / count) * 100)}
			/>
			<p className="text-14 text-quiet tabular-nums">
				{importText.postedOf(done, count)} · {importText.sent(formatRoundedFileSize(bytes))}
			</p>
			<div aria-live="polite" className="flex flex-col gap-2 empty:hidden">
				{state === 'elsewhere' && <p>{importText.elsewhereHint}</p>}
				{message !== '' && (
					<p role={state === 'failed' ? 'alert' : undefined} className={state === 'failed' ? 'text-danger' : ''}>
						{waitUntil === null ? message : importText.waitingUntil(timeFormat.format(waitUntil))}
					</p>
				)}
			</div>
			{isRunning && (
				<p className="text-14 text-quiet">{run.filesStored ? importText.canClose : importText.photosNotStored}</p>
			)}
			{state === 'failed' && run.needsFiles() && (
				<DropArea
					label={importText.choosePhotos}
					accept=".zip,application/zip,image/jpeg,image/png,image/webp"
					multiple
					onFiles={(files) => {
						mainButton.current?.focus();
						void run.startWith(files);
					}}
					className="min-h-24 gap-1 px-4 py-5"
				>
					<Images aria-hidden className="size-7 text-leaf" />
					<span className="font-semibold">{importText.choosePhotos}</span>
				</DropArea>
			)}
			<div className="flex flex-wrap gap-2">
				{/* One button with two labels keeps the focus. */}
				<Button
					ref={mainButton}
					variant={isRunning ? 'quiet' : 'primary'}
					onClick={() => void (isRunning ? run.pause({ remember: true }) : run.start())}
				>
					{isRunning ? importText.pause : commonText.continueOn}
				</Button>
				{!isRunning && state !== 'elsewhere' && (
					<Button variant="quiet" onClick={() => setEnds(true)}>
						{importText.endHere}
					</Button>
				)}
			</div>
			{ends && (
				<LazyConfirmDialog
					title={importText.endTitle}
					description={importText.endWarning(count - results.length)}
					action={importText.endHere}
					onConfirm={() => {
						setEnds(false);
						void run.end();
					}}
					onClose={() => setEnds(false)}
				/>
			)}
		</section>
	);
}

interface ResultProps extends PartProps {
	/** Whether the heading takes the focus, because the import has just ended. */
	focuses: boolean;
	onClose: () => void;
}

function Result({ run, snapshot: { progress }, focuses, onClose }: ResultProps): ReactNode {
	const results = run.ads.map((ad, index) => ({ ad, result: progress.results[index] }));
	const posted = results.filter(({ result }) => result?.id != null).length;
	const failed = results.filter(({ result }) => result?.id === null);
	return (
		<section aria-labelledby="import-result" className="flex flex-col gap-4">
			<h2
				id="import-result"
				tabIndex={-1}
				ref={(heading) => {
					if (focuses) heading?.focus();
				}}
				className="flex items-center gap-2 text-22"
			>
				<CircleCheck aria-hidden className="size-7 shrink-0 text-leaf" />
				{posted > 0 ? importText.doneTitle(posted) : importText.noneTitle}
			</h2>
			{failed.length > 0 && (
				<div className="text-14">
					<p className="font-semibold text-danger">{importText.doneBad(failed.length)}</p>
					<ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
						{failed.map(({ ad, result }) => (
							<li key={ad.line} className="wrap-anywhere">
								{importText.rowProblem(ad.line, ad.body.title, result?.problem ?? '')}
							</li>
						))}
					</ul>
				</div>
			)}
			<div className="flex flex-wrap gap-2">
				<ButtonLink to="/dashboard">{importText.viewAds}</ButtonLink>
				<Button variant="quiet" onClick={onClose}>
					{importText.postMore}
				</Button>
				{posted > 0 && progress.importId !== null && (
					<UndoButton importId={progress.importId} ads={posted} onUndone={onClose} />
				)}
			</div>
		</section>
	);
}
