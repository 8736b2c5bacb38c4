import { limits } from '../../../contract/limits.ts';
import { roundMegabytes } from '../../platform/file-size.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
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
					<p className="mb-1.5 text-14">Making it smaller, to save your data: {shrinking.percent}%</p>
					<Progress label="Making the video smaller" percent={shrinking.percent} />
				</div>
				{mayStay && (
					<Button look="plain" onClick={() => sendAsChosen(true)}>
						Send as it is
					</Button>
				)}
			</div>
		);
	}
	if (shrinking.step === 'failed') {
		return (
			<p role="status" className="border-line border-t px-4 py-3 text-14">
				It could not be made smaller: {roundMegabytes(video.size)} will be sent.
			</p>
		);
	}
	return (
		<div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 pr-2 pl-4">
			<p role="status" className="min-w-40 flex-1 text-14">
				{asChosen ? (
					'It is sent as it is.'
				) : (
					<>
						Made smaller:{' '}
						<strong className="whitespace-nowrap tabular-nums">
							{roundMegabytes(video.size)} → {roundMegabytes(shrinking.small.size)}
						</strong>
					</>
				)}
			</p>
			{mayStay && (
				<Button look="plain" onClick={() => sendAsChosen(!asChosen)}>
					{asChosen ? 'Send the smaller one' : 'Send as it is'}
				</Button>
			)}
		</div>
	);
}
