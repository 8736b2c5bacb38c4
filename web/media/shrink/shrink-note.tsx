import { limits } from '../../../contract/limits.ts';
import * as mediaText from '../../../contract/text/media.ts';
import * as videoEditorText from '../../../contract/text/video-editor.ts';
import type { VideoEdit } from '../../../contract/video-edit.ts';
import { formatRoundedFileSize } from '../../platform/file-size.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { needsEncoding } from '../video-edit.ts';
import type { ShrinkState } from './use-shrunk-video.ts';

interface ShrinkNoteProps {
	video: File;
	edit: VideoEdit;
	shrinking: ShrinkState;
	sendsOriginal: boolean;
	locked: boolean;
	setSendsOriginal: (chosen: boolean) => void;
}

export function ShrinkNote({ video, edit, shrinking, sendsOriginal, locked, setSendsOriginal }: ShrinkNoteProps) {
	if (shrinking.step === 'none') return null;
	const canSendOriginal = video.size <= limits.videoBytes && !locked;
	const isEdited = needsEncoding(edit);
	const size = formatRoundedFileSize(video.size);
	if (shrinking.step === 'shrinking') {
		return (
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 pr-2 pl-4">
				<div className="min-w-40 flex-1">
					<p className="mb-1.5 text-14">
						{isEdited ? videoEditorText.editing(shrinking.percent) : mediaText.shrinkingVideo(shrinking.percent)}
					</p>
					<Progress
						label={isEdited ? videoEditorText.editProgress : mediaText.shrinkProgress}
						percent={shrinking.percent}
					/>
				</div>
				{canSendOriginal && (
					<Button variant="plain" onClick={() => setSendsOriginal(true)}>
						{isEdited ? videoEditorText.editAfterUpload : mediaText.sendAsIs}
					</Button>
				)}
			</div>
		);
	}
	if (shrinking.step === 'failed') {
		return (
			<p role="status" className="border-line border-t px-4 py-3 text-14">
				{isEdited ? videoEditorText.editedAfterUpload(size) : mediaText.shrinkFailed(size)}
			</p>
		);
	}
	const smallSize = formatRoundedFileSize(shrinking.small.size);
	return (
		<div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 pr-2 pl-4">
			<p role="status" className="min-w-40 flex-1 text-14">
				{sendsOriginal ? (
					mediaText.sentAsIs
				) : (
					<RichText
						text={isEdited ? videoEditorText.edited(size, smallSize) : mediaText.shrunk(size, smallSize)}
						tags={{ sizes: (words) => <strong className="whitespace-nowrap tabular-nums">{words}</strong> }}
					/>
				)}
			</p>
			{canSendOriginal && !isEdited && (
				<Button variant="plain" onClick={() => setSendsOriginal(!sendsOriginal)}>
					{sendsOriginal ? mediaText.sendSmaller : mediaText.sendAsIs}
				</Button>
			)}
		</div>
	);
}
