import * as mediaLimits from '../../contract/media/limits.ts';
import type { VideoEdit } from '../../contract/media/video-edit.ts';
import { toDrawableText } from '../media-tools/images/index.ts';
import {
	type MeasuredVideo,
	planRenditions,
	type RenditionPlan,
	type VideoCut,
	type VideoMetadata,
	VideoRejectedError,
} from '../media-tools/transcoding/index.ts';
import { drawVideoOverlay } from './draw-video-overlay.ts';

/**
 * Prefix of the names of an edited video's pictures and MP4 files. Files of the unedited video, which may be made before the edit is known or
 * at the same time, have the same names without it.
 */
const editedPrefix = 'edited-';

/** Milliseconds by which browsers and ffprobe may differ about the duration of a video. */
const durationTolerance = 100;

/** Removes what changes nothing from an edit. Returns null if nothing is left. */
export function normalizeEdit({ start_ms, end_ms, muted, overlay, poster_ms }: VideoEdit): VideoEdit | null {
	const edit: VideoEdit = {
		...(start_ms && { start_ms }),
		...(end_ms !== undefined && { end_ms }),
		...(muted && { muted }),
		...(overlay !== undefined && { overlay }),
		...(poster_ms !== undefined && { poster_ms }),
	};
	return Object.keys(edit).length > 0 ? edit : null;
}

export function parseEdit(text: string | null): VideoEdit | null {
	return text === null ? null : (JSON.parse(text) as VideoEdit);
}

/** Returns the name of a picture or an MP4 file of a video. */
export function toVideoFileName(name: string, edit: VideoEdit | null): string {
	return edit === null ? name : `${editedPrefix}${name}`;
}

/** Returns true for a picture or an MP4 file of an unedited video. */
export function isUneditedFile(name: string): boolean {
	return /\.(webp|mp4)$/.test(name) && !name.startsWith(editedPrefix);
}

/** Plans the renditions of a video after its edit. Throws `VideoRejectedError` if too little of the video is left. */
export function planEditedRenditions(
	metadata: MeasuredVideo,
	edit: VideoEdit | null,
	{ copy = true }: { copy?: boolean } = {},
): RenditionPlan[] {
	const audible = edit?.muted ? mute(metadata) : metadata;
	const hasOverlay = toDrawableText(edit?.overlay ?? '') !== '';
	return planRenditions(audible, { copy: copy && !hasOverlay, cut: getCut(metadata, edit) });
}

/** Removes the sound, and with it the time after the last picture. */
function mute(metadata: MeasuredVideo): MeasuredVideo {
	const tracks = { ...metadata.tracks, sound: null };
	return { ...metadata, audioCodec: null, audioStream: null, tracks, durationMs: tracks.picture.endMs };
}

/** Returns the part of a video that an edit keeps, or null for the whole video. Throws `VideoRejectedError` if the part is too short. */
export function getCut({ durationMs }: VideoMetadata, edit: VideoEdit | null): VideoCut | null {
	const startMs = edit?.start_ms ?? 0;
	const endMs = Math.min(edit?.end_ms ?? durationMs, durationMs);
	if (startMs === 0 && endMs === durationMs) return null;
	if (endMs - startMs < mediaLimits.shortestVideoCut - durationTolerance) throw new VideoRejectedError('cut_too_short');
	return { startMs, endMs };
}

/** Draws the overlay of an edit for frames of the given size, as RGBA pixels. Returns null if there is nothing to draw. */
export async function drawOverlay(
	edit: VideoEdit | null,
	size: { width: number; height: number },
): Promise<Uint8Array | null> {
	return edit?.overlay === undefined ? null : drawVideoOverlay(edit.overlay, size);
}
