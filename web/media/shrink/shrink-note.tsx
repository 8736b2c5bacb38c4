import { limits } from '../../../contract/limits.ts';
import * as mediaText from '../../../contract/text/media.ts';
import { formatRoundedFileSize } from '../../platform/file-size.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import type { ShrinkState } from './use-shrunk-video.ts';

interface ShrinkNoteProps {
	video: File;
	shrinking: ShrinkState;
	sendsOriginal: boolean;
	locked: boolean;
	setSendsOriginal: (chosen: boolean) => void;
}

export function ShrinkNote({ video, shrinking, sendsOriginal, locked, setSendsOriginal }: ShrinkNoteProps) {
	if (shrinking.step === 'none') return null;
	const canSendOriginal = video.size <= limits.videoBytes && !locked;
	if (shrinking.step === 'shrinking') {
		return (
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 pr-2 pl-4">
				<div className="min-w-40 flex-1">
					<p className="mb-1.5 text-14">{mediaText.shrinkingVideo(shrinking.percent)}</p>
					<Progress label={mediaText.shrinkProgress} percent={shrinking.percent} />
				</div>
				{canSendOriginal && (
					<Button variant="plain" onClick={() => setSendsOriginal(true)}>
						{mediaText.sendAsIs}
					</Button>
				)}
			</div>
		);
	}
	if (shrinking.step === 'failed') {
		return (
			<p role="status" className="border-line border-t px-4 py-3 text-14">
				{mediaText.shrinkFailed(formatRoundedFileSize(video.size))}
			</p>
		);
	}
	return (
		<div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 pr-2 pl-4">
			<p role="status" className="min-w-40 flex-1 text-14">
				{sendsOriginal ? (
					mediaText.sentAsIs
				) : (
					<RichText
						text={mediaText.shrunk(formatRoundedFileSize(video.size), formatRoundedFileSize(shrinking.small.size))}
						tags={{ sizes: (words) => <strong className="whitespace-nowrap tabular-nums">{words}</strong> }}
					/>
				)}
			</p>
			{canSendOriginal && (
				<Button variant="plain" onClick={() => setSendsOriginal(!sendsOriginal)}>
					{sendsOriginal ? mediaText.sendSmaller : mediaText.sendAsIs}
				</Button>
			)}
		</div>
	);
}
