import { CloudOff, Hourglass } from 'lucide-react';
import * as commonText from '../../../text/shared/common.ts';
import * as postVideoText from '../../../text/web/post-video.ts';
import type { RetryWait } from '../../media/retry-policy.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

interface UploadWaitNoticeProps {
	waiting: RetryWait;
	/** True if this device resumes the upload after the page is closed. Null shows no hint about closing the page. */
	isStored: boolean | null;
	onDiscard: () => void;
}

/** Notice about a video upload that waits for the network or for a busy server. */
export function UploadWaitNotice({ waiting: { reason, retryNow }, isStored, onDiscard }: UploadWaitNoticeProps) {
	const Icon = reason === null ? CloudOff : Hourglass;
	return (
		<Card role="status" className="flex flex-wrap items-center gap-3 p-4">
			<Icon aria-hidden className="size-6 shrink-0 text-marigold" />
			<div className="min-w-48 flex-1">
				<p className="font-semibold">{postVideoText.waiting}</p>
				<p className="text-14 text-quiet">
					{reason === null ? postVideoText.waitingForNetwork : postVideoText.waitingBecause(reason)}{' '}
					{isStored !== null && (isStored ? postVideoText.closeHint : postVideoText.keepOpenHint)}
				</p>
			</div>
			<div className="flex flex-wrap gap-2">
				<Button onClick={retryNow}>{reason === null ? postVideoText.carryOn : commonText.tryAgain}</Button>
				<Button variant="quiet" onClick={onDiscard}>
					{commonText.discard}
				</Button>
			</div>
		</Card>
	);
}
