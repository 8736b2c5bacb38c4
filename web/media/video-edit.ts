import * as mediaLimits from '../../contract/media/limits.ts';
import type { VideoEdit } from '../../contract/media/video-edit.ts';

/** Times between which a video is kept. */
export type Trim = Pick<VideoEdit, 'start_ms' | 'end_ms'>;

/** A video to send, and the changes that belong to this file. */
export interface VideoToSend {
	file: File;
	/** Changes that the server still has to make. */
	edit: VideoEdit;
	/** Trim that this device has made, relative to the video to which the captions belong. */
	trimmed: Trim;
}

/** Video to send, or the reason why it cannot be sent. Null if the seller has seen the reason. */
export type VideoOrProblem = VideoToSend | { problem: string } | null;

/** Returns whether an edit changes frames or sound. An edit that only chooses the poster leaves the file as it is. */
export function needsEncoding({ start_ms, end_ms, muted, overlay }: VideoEdit): boolean {
	return start_ms !== undefined || end_ms !== undefined || muted === true || overlay !== undefined;
}

/** Returns whether an edit removes the sound and changes no frames. */
export function isOnlyMuted({ muted, ...others }: VideoEdit): boolean {
	return muted === true && !needsEncoding(others);
}

/** Returns whether two edits change frames and sound in the same way. */
export function hasSameEncoding(a: VideoEdit, b: VideoEdit): boolean {
	return a.start_ms === b.start_ms && a.end_ms === b.end_ms && a.muted === b.muted && a.overlay === b.overlay;
}

/** Returns whether two edits change a video in the same way. */
export function isSameEdit(a: VideoEdit, b: VideoEdit): boolean {
	return hasSameEncoding(a, b) && a.poster_ms === b.poster_ms;
}

/** Returns what remains of an edit for the server, after this device has changed frames and sound. */
export function getRemainingEdit({ start_ms = 0, poster_ms }: VideoEdit): VideoEdit {
	return poster_ms === undefined ? {} : { poster_ms: poster_ms - start_ms };
}

/** Returns the trim that has the effect of two trims, of which the second is relative to the result of the first. */
export function joinTrims(first: Trim, { start_ms, end_ms }: Trim): Trim {
	const offset = first.start_ms ?? 0;
	const start = offset + (start_ms ?? 0);
	const end = end_ms === undefined ? first.end_ms : offset + end_ms;
	return { ...(start > 0 && { start_ms: start }), ...(end !== undefined && { end_ms: end }) };
}

/** Part of a video that is kept, in milliseconds. */
export interface TrimRange {
	start: number;
	end: number;
}

/** Returns the part that an edit keeps of a video of `duration` milliseconds. */
export function getTrimRange({ start_ms = 0, end_ms }: VideoEdit, duration: number): TrimRange {
	return { start: start_ms, end: end_ms ?? duration };
}

/** Moves the start or end of the kept part to `time`, as far as the shortest part allows. The poster stays within the part. */
export function trimEdit(edit: VideoEdit, side: keyof TrimRange, time: number, duration: number): VideoEdit {
	const part = getTrimRange(edit, duration);
	const [min, max] = getTrimLimits(part, side, duration);
	part[side] = clamp(min, max, time);
	const { poster_ms } = edit;
	return {
		...edit,
		start_ms: part.start,
		end_ms: part.end,
		...(poster_ms !== undefined && { poster_ms: clamp(...getPosterLimits(part), poster_ms) }),
	};
}

/** Returns the earliest and latest time of a poster. At its very end, a video may have no frame. */
export function getPosterLimits({ start, end }: TrimRange): [number, number] {
	return [start, end - 100];
}

/** Returns the earliest and latest time to which the start or end of the kept part can move. */
export function getTrimLimits({ start, end }: TrimRange, side: keyof TrimRange, duration: number): [number, number] {
	return side === 'start' ? [0, end - mediaLimits.shortestVideoCut] : [start + mediaLimits.shortestVideoCut, duration];
}

/** Removes from an edit what changes nothing in a video of `duration` milliseconds. */
export function normalizeEdit(
	{ start_ms = 0, end_ms, muted, overlay = '', poster_ms }: VideoEdit,
	duration: number,
): VideoEdit {
	const text = overlay.trim();
	return {
		...(start_ms > 0 && { start_ms }),
		...(end_ms !== undefined && end_ms < duration && { end_ms }),
		...(muted === true && { muted }),
		...(text !== '' && { overlay: text }),
		...(poster_ms !== undefined && { poster_ms }),
	};
}

function clamp(min: number, max: number, value: number): number {
	return Math.min(max, Math.max(min, value));
}
