import { useRef, useState } from 'react';
import * as mediaLimits from '../../../contract/media/limits.ts';
import type { VideoEdit } from '../../../contract/media/video-edit.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as videoEditorText from '../../../text/web/video-editor.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Size } from '../crop.ts';
import { useObjectUrl } from '../object-url.ts';
import { getTrimRange, isSameEdit, normalizeEdit, type TrimRange, trimEdit } from '../video-edit.ts';
import { ClipPreview } from './clip-preview.tsx';
import { CoverField } from './cover-field.tsx';
import { canShow, getDuration, getScaledSize, useFrameReader } from './frame-reader.ts';
import { TrimStrip } from './trim-strip.tsx';
import { useGuardedClose } from './use-guarded-close.ts';

interface EditVideoDialogProps {
	file: File;
	edit: VideoEdit;
	onDone: (edit: VideoEdit) => void;
	onCancel: () => void;
}

/** Shorter side in pixels at which the text over the clip is drawn. */
const overlayLines = 480;

/** Edits a chosen video: start and end, sound, cover and text. Open while mounted. */
export function EditVideoDialog({ file, edit: before, onDone, onCancel }: EditVideoDialogProps) {
	const [edit, setEdit] = useState(before);
	const [clip, setClip] = useState<HTMLVideoElement | null>(null);
	const [loaded, setLoaded] = useState<{ duration: number; size: Size } | null>(null);
	const [isUnplayable, setUnplayable] = useState(false);
	const url = useObjectUrl(file);
	const reader = useFrameReader(file);
	const textField = useRef<HTMLInputElement>(null);
	const duration = loaded?.duration ?? Number.POSITIVE_INFINITY;
	const part = loaded && getTrimRange(edit, duration);
	const { overlay = '', muted = false, poster_ms: poster = null } = edit;
	const isTextTooLong = overlay.trim().length > mediaLimits.videoOverlay.max;
	const result = normalizeEdit(edit, duration);
	const { isAsking, closeWith, cancel, keepEditing } = useGuardedClose(
		!isSameEdit(result, normalizeEdit(before, duration)),
		onCancel,
	);

	function onLoad(shown: HTMLVideoElement) {
		if (!canShow(shown)) return setUnplayable(true);
		setLoaded({ duration: getDuration(shown), size: getScaledSize(shown, overlayLines) });
		shown.currentTime = (before.start_ms ?? 0) / 1000;
	}

	/** Shows the frame at `time` instead of playing. */
	function showFrame(time: number) {
		if (!clip) return;
		clip.pause();
		clip.currentTime = time / 1000;
	}

	function trim(side: keyof TrimRange, time: number) {
		const next = trimEdit(edit, side, time, duration);
		setEdit(next);
		showFrame(getTrimRange(next, duration)[side]);
	}

	function chooseCover(time: number | null) {
		const { poster_ms, ...others } = edit;
		setEdit(time === null ? others : { ...others, poster_ms: time });
		if (time !== null) showFrame(time);
	}

	function finish() {
		if (isTextTooLong) textField.current?.focus();
		else closeWith(() => onDone(result));
	}

	return (
		<Dialog
			large
			open
			onClose={cancel}
			title={videoEditorText.heading}
			overlay={
				<ConfirmDialog
					open={isAsking}
					danger
					title={videoEditorText.discardQuestion}
					description={videoEditorText.discardConsequence}
					action={commonText.discard}
					dismissal={videoEditorText.keepEditing}
					onConfirm={() => closeWith(onCancel)}
					onClose={keepEditing}
				/>
			}
		>
			<div className="grid gap-5 sideways:grid-cols-2 md:grid-cols-2">
				{isUnplayable ? (
					<p role="status" className="rounded-control bg-sunken p-4">
						{videoEditorText.cannotShow}
					</p>
				) : (
					<div className="z-1 -mx-5 bg-card px-5 pb-1 sideways:sticky sideways:top-0 sideways:mx-0 sideways:self-start sideways:px-0 md:mx-0 md:px-0 [@media(min-height:36rem)]:max-md:sticky [@media(min-height:36rem)]:max-md:-top-5 [@media(min-height:36rem)]:max-md:pt-3">
						{url && (
							<ClipPreview
								url={url}
								clip={clip}
								size={loaded?.size ?? null}
								part={part}
								isMuted={muted}
								overlay={overlay}
								onClip={setClip}
								onLoad={onLoad}
								onError={() => setUnplayable(true)}
							/>
						)}
					</div>
				)}
				<div className="flex min-w-0 flex-col gap-5">
					{loaded && part && clip && (
						<>
							{duration > mediaLimits.shortestVideoCut && (
								<TrimStrip part={part} duration={duration} clip={clip} reader={reader} onMove={trim} />
							)}
							<CoverField
								part={part}
								poster={poster}
								overlay={overlay}
								reader={reader}
								size={loaded.size}
								onChange={chooseCover}
							/>
						</>
					)}
					<TextField
						ref={textField}
						label={videoEditorText.text}
						optional
						hint={videoEditorText.textHint}
						limit={mediaLimits.videoOverlay.max}
						length={overlay.trim().length}
						error={isTextTooLong ? validationText.atMostCharacters(mediaLimits.videoOverlay.max) : undefined}
						value={overlay}
						onChange={({ target }) => setEdit({ ...edit, overlay: target.value })}
					/>
					<Switch
						label={videoEditorText.removeSound}
						checked={muted}
						onChange={({ target }) => setEdit({ ...edit, muted: target.checked })}
					/>
					<Button variant="plain" className="-ml-4 self-start" onClick={() => setEdit({})}>
						{videoEditorText.undoAll}
					</Button>
				</div>
			</div>
			<div className="sticky -bottom-5 z-1 -mx-5 mt-2 -mb-5 flex flex-wrap gap-2 bg-card px-5 pt-3 pb-5 md:-bottom-6 md:-mx-6 md:-mb-6 md:px-6 md:pb-6">
				<Button className="flex-1" onClick={finish}>
					{videoEditorText.done}
				</Button>
				<Button variant="quiet" onClick={cancel}>
					{commonText.cancel}
				</Button>
			</div>
		</Dialog>
	);
}
