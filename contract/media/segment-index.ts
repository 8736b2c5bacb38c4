/** A part of a fragmented MP4 file that a player loads with one request. */
export interface Segment {
	/** Time of the first frame in seconds. */
	start: number;
	/** Duration in seconds. */
	duration: number;
	/** Position of the first byte in the file. */
	offset: number;
	bytes: number;
	/** True if the first picture is a key frame, so that a player can begin here. */
	startsWithKeyFrame: boolean;
}

/** Bit of a reference in the index that says that the fragment starts with a key frame. */
export const keyFrameBit = 0x80_00_00_00;

/** Shortest duration of a segment in seconds. Fragments are shorter, so that the first of them plays early. */
const minSegmentDuration = 1.9;

/**
 * Reads the segments of a fragmented MP4 file from its start, which must contain the first `sidx` box (ISO/IEC 14496-12, 8.16.3). The bytes
 * before the first segment describe the streams. Returns null if the index is missing or cut off.
 */
export function parseSegmentIndex(start: Uint8Array): Segment[] | null {
	const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
	for (let box = 0; box + 8 <= view.byteLength; ) {
		const size = view.getUint32(box);
		if (size < 8) return null;
		if (view.getUint32(box + 4) === 0x73_69_64_78) {
			return box + size <= view.byteLength
				? toSegments(new DataView(view.buffer, view.byteOffset + box, size), box)
				: null;
		}
		box += size;
	}
	return null;
}

/**
 * Joins the fragments that a `sidx` box at `position` in its file lists. A segment ends after about two seconds. A segment that does not start
 * with a key frame ends before the next one.
 */
function toSegments(box: DataView, position: number): Segment[] {
	const isLong = box.getUint8(8) > 0;
	const timescale = box.getUint32(16);
	const readNumber = (byteOffset: number) =>
		isLong ? Number(box.getBigUint64(byteOffset)) : box.getUint32(byteOffset);
	const firstOffset = readNumber(isLong ? 28 : 24);
	const listed = isLong ? 36 : 28;
	let time = readNumber(20) / timescale;
	let offset = position + box.byteLength + firstOffset;
	const segments: Segment[] = [];
	let current: Segment | null = null;
	for (let index = 0; index < box.getUint16(listed + 2); index++) {
		const reference = listed + 4 + 12 * index;
		const bytes = box.getUint32(reference) & 0x7f_ff_ff_ff;
		const duration = box.getUint32(reference + 4) / timescale;
		const startsWithKeyFrame = (box.getUint32(reference + 8) & keyFrameBit) !== 0;
		const isLate = startsWithKeyFrame && !current?.startsWithKeyFrame;
		if (!current || current.duration >= minSegmentDuration || isLate) {
			current = { start: time, duration: 0, offset, bytes: 0, startsWithKeyFrame };
			segments.push(current);
		}
		current.duration += duration;
		current.bytes += bytes;
		time += duration;
		offset += bytes;
	}
	return segments;
}
