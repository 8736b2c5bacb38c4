import type { ReactNode } from 'react';
import * as mediaLimits from '../../../contract/media/limits.ts';
import type { VideoEdit } from '../../../contract/media/video-edit.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as mediaText from '../../../text/web/media.ts';
import * as videoEditorText from '../../../text/web/video-editor.ts';
import { formatRoundedFileSize } from '../../platform/file-size.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { needsEncoding } from '../video-edit.ts';
import { canEncode } from './shrink-video.ts';
import type { ShrinkState } from './use-shrunk-video.ts';

interface ShrinkNoteProps {
	video: File;
	edit: VideoEdit;
	shrinking: ShrinkState;
	sendsOriginal: boolean;
	locked: boolean;
	setSendsOriginal: (chosen: boolean) => void;
	/** Called if the seller wants the edit to be made on this device after all. */
	onEditHere: () => void;
}

export function ShrinkNote(props: ShrinkNoteProps) {
	const { video, edit, shrinking, sendsOriginal, locked, setSendsOriginal, onEditHere } = props;
	if (shrinking.step === 'none') return null;
	const canSendOriginal = video.size <= mediaLimits.videoBytes && !locked;
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
	if (shrinking.step === 'undecided') {
		return (
			<NoteRow words={videoEditorText.editFailed}>
				{!locked && (
					<>
						<Button variant="plain" onClick={onEditHere}>
							{commonText.tryAgain}
						</Button>
						<Button variant="plain" onClick={() => setSendsOriginal(true)}>
							{videoEditorText.editAfterUpload}
						</Button>
					</>
				)}
			</NoteRow>
		);
	}
	if (shrinking.step === 'failed') {
		return (
			<NoteRow words={isEdited ? videoEditorText.editedAfterUpload(size) : mediaText.shrinkFailed(size)}>
				{isEdited && canEncode() && !locked && (
					<Button variant="plain" onClick={onEditHere}>
						{videoEditorText.editHere}
					</Button>
				)}
			</NoteRow>
		);
	}
	const smallSize = formatRoundedFileSize(shrinking.small.size);
	return (
		<NoteRow
			words={
				sendsOriginal ? (
					mediaText.sentAsIs
				) : (
					<RichText
						text={isEdited ? videoEditorText.edited(size, smallSize) : mediaText.shrunk(size, smallSize)}
						tags={{ sizes: (words) => <strong className="whitespace-nowrap tabular-nums">{words}</strong> }}
					/>
				)
			}
		>
			{canSendOriginal && !isEdited && (
				<Button variant="plain" onClick={() => setSendsOriginal(!sendsOriginal)}>
					{sendsOriginal ? mediaText.sendSmaller : mediaText.sendAsIs}
				</Button>
			)}
		</NoteRow>
	);
}

/** Says what is sent, beside buttons to change it. */
function NoteRow({ words, children }: { words: ReactNode; children: ReactNode }) {
	return (
		<div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-2 pr-2 pl-4">
			<p role="status" className="min-w-40 flex-1 text-14">
				{words}
			</p>
			{children}
		</div>
	);
}
