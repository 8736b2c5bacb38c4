import * as limits from '../../contract/core/limits.ts';

/** What was watched of a video. Ranges that a seek skips do not count, and a repeated range counts once. */
export interface Watched {
	/** Whether enough was played for a view. */
	isView: boolean;
	/** Bit mask of equal parts. Bit n is set if the middle of part n was played, and bit 0 for every play. 0 before a play. */
	parts: number;
}

export const nothingWatched: Watched = { isView: false, parts: 0 };

const { parts: partCount, playAfter, viewAfter } = limits.watching;

/** Adds the ranges that an element has played of a video. Returns `before` if they add nothing. `duration` is in seconds. */
export function addPlayedRanges(before: Watched, played: TimeRanges, duration: number): Watched {
	const ranges = Array.from({ length: played.length }, (_, index) => [played.start(index), played.end(index)] as const);
	const seconds = ranges.reduce((sum, [start, end]) => sum + end - start, 0);
	const isPlay = before.parts > 0 || (seconds > 0 && seconds >= Math.min(playAfter, duration / 2));
	if (!isPlay) return before;
	let parts = before.parts | 1;
	for (let part = 0; part < partCount; part++) {
		const middle = ((part + 0.5) * duration) / partCount;
		if (ranges.some(([start, end]) => start <= middle && middle <= end)) parts |= 1 << part;
	}
	const isView = before.isView || seconds >= Math.min(viewAfter, duration / 2);
	return parts === before.parts && isView === before.isView ? before : { isView, parts };
}
