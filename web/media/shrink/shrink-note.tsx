import { limits } from '../../../contract/limits.ts';
import * as mediaText from '../../../contract/text/media.ts';
import { roundMegabytes } from '../../platform/file-size.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import type { Shrinking } from './use-shrunk-video.ts';

interface ShrinkNoteProps {
	video: File;
	shrinking: Shrinking;
	asChosen: boolean;
	locked: boolean;
	sendAsChosen: (chosen: boolean) => void;
}

/** How much smaller a video becomes before it is sent, and the choice to send it as it is. */
export function ShrinkNote({ video, shrinking, asChosen, locked, sendAsChosen }: ShrinkNoteProps) {
	if (shrinking.step === 'none') return null;
	const mayStay = video.size <= limits.videoBytes && !locked;
	if (shrinking.step === 'shrinking') {
		return (
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 pr-2 pl-4">
				<div className="min-w-40 flex-1">
					<p className="mb-1.5 text-14">{mediaText.shrinkingVideo(shrinking.percent)}</p>
					<Progress label={mediaText.shrinkProgress} percent={shrinking.percent} />
				</div>
				{mayStay && (
					<Button look="plain" onClick={() => sendAsChosen(true)}>
						{mediaText.sendAsIs}
					</Button>
				)}
			</div>
		);
	}
	if (shrinking.step === 'failed') {
		return (
			<p role="status" className="border-line border-t px-4 py-3 text-14">
				{mediaText.shrinkFailed(roundMegabytes(video.size))}
			</p>
		);
	}
	return (
		<div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 pr-2 pl-4">
			<p role="status" className="min-w-40 flex-1 text-14">
				{asChosen ? (
					mediaText.sentAsIs
				) : (
					<RichText
						text={mediaText.shrunk(roundMegabytes(video.size), roundMegabytes(shrinking.small.size))}
						tags={{ sizes: (words) => <strong className="whitespace-nowrap tabular-nums">{words}</strong> }}
					/>
				)}
			</p>
			{mayStay && (
				<Button look="plain" onClick={() => sendAsChosen(!asChosen)}>
					{asChosen ? mediaText.sendSmaller : mediaText.sendAsIs}
				</Button>
			)}
		</div>
	);
}
