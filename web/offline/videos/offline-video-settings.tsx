import { useState } from 'react';
import * as limits from '../../../contract/core/limits.ts';
import * as offlineVideosText from '../../../text/web/offline-videos.ts';
import { isMetered } from '../../platform/connection.ts';
import { formatRoundedFileSize } from '../../platform/file-size.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { canStoreVideos, offlineVideos } from '../../player/offline-video-list.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { Switch } from '../../ui/switch.tsx';
import { dismissOfflineVideos, downloadAheadChoice, sumBytes } from './offline-videos.ts';

const limit = `${limits.offlineVideoBytes / limits.megabyte}\u00a0MB`;

/** The choice to download saved videos ahead, and the videos on this device. */
export function OfflineVideoSettings() {
	const isHydrated = useHydrated();
	const isConnectionKnown = !isHydrated || isMetered() !== null;
	const isOn = useStoredValue(downloadAheadChoice) === true;
	const videos = useStoredValue(offlineVideos) ?? [];
	const [isConfirming, setConfirming] = useState(false);
	if (isHydrated && !canStoreVideos()) return null;
	return (
		<section aria-labelledby="offline-videos">
			<Card className="mt-4 p-4">
				<h2 id="offline-videos" className="scroll-mt-20 text-18">
					{offlineVideosText.title}
				</h2>
				<Switch
					label={offlineVideosText.switchLabel}
					checked={isOn && isConnectionKnown}
					disabled={!isConnectionKnown}
					onChange={(event) => downloadAheadChoice.set(event.target.checked)}
					hint={isConnectionKnown ? offlineVideosText.switchHint(limit) : offlineVideosText.connectionUnknown}
				/>
				<div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-3">
					<p className="tabular-nums">
						{offlineVideosText.count(videos.length)} ·{' '}
						<span className="font-semibold">{formatRoundedFileSize(sumBytes(videos))}</span>
					</p>
					{/* Stays focusable without videos, because it has the focus after the removal. */}
					<Button
						variant="quiet"
						aria-disabled={videos.length === 0}
						onClick={() => videos.length > 0 && setConfirming(true)}
					>
						{offlineVideosText.removeAll}
					</Button>
				</div>
			</Card>
			{isConfirming && (
				<LazyConfirmDialog
					danger
					title={offlineVideosText.removeAllTitle}
					description={offlineVideosText.removeAllHint}
					action={offlineVideosText.removeAll}
					onConfirm={() => {
						setConfirming(false);
						void dismissOfflineVideos(videos.map(({ id }) => id));
					}}
					onClose={() => setConfirming(false)}
				/>
			)}
		</section>
	);
}
