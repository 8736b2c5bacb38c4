import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Download as DownloadIcon, Trash2, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import * as commonText from '../../../text/shared/common.ts';
import * as offlineVideosText from '../../../text/web/offline-videos.ts';
import { useSession } from '../../accounts/session.ts';
import { useApi } from '../../platform/api.ts';
import { formatRoundedFileSize } from '../../platform/file-size.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { canStoreVideos, offlineVideos } from '../../player/offline-video-list.ts';
import { classes } from '../../ui/classes.ts';
import { Progress } from '../../ui/progress.tsx';
import { offlineVideoDownloads } from './downloads.ts';
import { chooseOfflineRendition, dismissOfflineVideos, persistVideoPage } from './offline-videos.ts';

interface OfflineVideoActionProps {
	ad: { id: number; title: string };
	/** Size of the file that would be stored. */
	bytes: number;
	className?: string;
}

/** Stores a saved video on this device or removes it. One button has all actions, so that it keeps the focus. */
export function OfflineVideoAction({ ad, bytes, className }: OfflineVideoActionProps) {
	const { id } = ad;
	const deps = { api: useApi(), queryClient: useQueryClient(), account: useSession()?.id ?? null };
	const stored = useStoredValue(offlineVideos)?.find((video) => video.id === id);
	const download = useSyncExternalStore(
		offlineVideoDownloads.subscribe,
		() => offlineVideoDownloads.get(id),
		() => undefined,
	);
	if (!useHydrated() || !canStoreVideos()) return null;
	const isRunning = download?.phase === 'running';
	const hasText = !isRunning && !stored;

	function onClick() {
		if (!hasText) {
			offlineVideoDownloads.cancel(id);
			return void dismissOfflineVideos([id]);
		}
		// Asks the browser not to delete the files when space gets short.
		void navigator.storage?.persist?.().catch(() => {});
		void offlineVideoDownloads.start(id, async () => chooseOfflineRendition(await persistVideoPage(deps, ad)));
	}

	// The number and its unit stay in one line.
	const total = formatRoundedFileSize(stored?.bytes ?? bytes).replace(' ', '\u00a0');
	const label = isRunning ? offlineVideosText.cancelDownload : stored ? offlineVideosText.remove : undefined;
	return (
		<div className={classes('flex min-h-11 flex-wrap items-center', className)}>
			<span role="status" className="sr-only">
				{isRunning ? offlineVideosText.downloading : stored && offlineVideosText.storedStatus}
			</span>
			{isRunning ? (
				<div className="flex min-w-0 flex-1 flex-col gap-1">
					<p aria-hidden className="text-12 text-quiet tabular-nums">
						{offlineVideosText.progress(formatRoundedFileSize(download.received), total)}
					</p>
					<Progress label={offlineVideosText.downloading} percent={(100 * download.received) / bytes} />
				</div>
			) : stored ? (
				<p className="flex min-w-0 flex-1 items-center gap-1.5 text-12 leading-tight">
					<CircleCheck aria-hidden className="hidden size-4.5 shrink-0 text-leaf sm:block" />
					{offlineVideosText.stored(total)}
				</p>
			) : (
				download && (
					<p role="alert" className="basis-full pt-1.5 text-12 text-danger leading-tight">
						{offlineVideosText.failures[download.reason]}
					</p>
				)
			)}
			<button
				type="button"
				aria-label={label}
				title={label}
				onClick={onClick}
				className={classes(
					'inline-flex min-h-11 items-center justify-center',
					hasText
						? 'min-w-0 gap-1.5 rounded-control text-left font-semibold text-14 text-leaf leading-tight hover:underline'
						: '-mr-3 size-11 shrink-0 rounded-full text-quiet hover:bg-sunken',
				)}
			>
				{isRunning ? (
					<X aria-hidden className="size-5" />
				) : stored ? (
					<Trash2 aria-hidden className="size-5" />
				) : (
					<>
						<DownloadIcon aria-hidden className="size-4.5 shrink-0" />
						{download ? commonText.tryAgain : offlineVideosText.store(total)}
					</>
				)}
			</button>
		</div>
	);
}
