import { expect, test } from 'vitest';
import {
	getRemainingEdit,
	getTrimLimits,
	getTrimRange,
	hasSameEncoding,
	isOnlyMuted,
	joinTrims,
	needsEncoding,
	normalizeEdit,
	trimEdit,
} from './video-edit.ts';

const whole = { start_ms: 2000, end_ms: 9000, muted: true, overlay: 'Sale', poster_ms: 5000 };

test('needs encoding for a trim, removed sound and text, but not for a poster', () => {
	expect([{}, { poster_ms: 5000 }, { poster_ms: 0 }].map(needsEncoding)).toEqual([false, false, false]);
	const edits = [{ start_ms: 2000 }, { end_ms: 9000 }, { muted: true }, { overlay: 'Sale' }, whole];
	expect(edits.map(needsEncoding)).toEqual([true, true, true, true, true]);
});

test('compares edits without their posters', () => {
	expect(hasSameEncoding(whole, { ...whole, poster_ms: 6000 })).toBe(true);
	expect(hasSameEncoding({}, { poster_ms: 6000 })).toBe(true);
	const { overlay, ...others } = whole;
	for (const edit of [others, { ...whole, start_ms: 1000 }, { ...whole, end_ms: 8000 }, { ...whole, muted: false }]) {
		expect(hasSameEncoding(whole, edit)).toBe(false);
	}
});

test('leaves to the server only the poster, at its time in the trimmed video', () => {
	expect(getRemainingEdit(whole)).toEqual({ poster_ms: 3000 });
	expect(getRemainingEdit({ end_ms: 9000, poster_ms: 0 })).toEqual({ poster_ms: 0 });
	expect(getRemainingEdit({ start_ms: 2000 })).toEqual({});
});

test('trims within the video, and keeps at least a second', () => {
	expect(trimEdit({ overlay: 'Sale' }, 'start', 2500, 8000)).toEqual({ overlay: 'Sale', start_ms: 2500, end_ms: 8000 });
	expect(trimEdit(whole, 'end', 7000, 12_000)).toEqual({ ...whole, end_ms: 7000 });
	expect(getTrimLimits({ start: 2000, end: 9000 }, 'start', 12_000)).toEqual([0, 8000]);
	expect(getTrimLimits({ start: 2000, end: 9000 }, 'end', 12_000)).toEqual([3000, 12_000]);
	for (const [side, time, part] of [
		['start', 8500, { start: 8000, end: 9000 }],
		['start', -100, { start: 0, end: 9000 }],
		['end', 2500, { start: 2000, end: 3000 }],
		['end', 99_000, { start: 2000, end: 12_000 }],
	] as const) {
		expect(getTrimRange(trimEdit(whole, side, time, 12_000), 12_000)).toEqual(part);
	}
});

test('moves the poster into the kept part', () => {
	expect(trimEdit(whole, 'start', 6000, 12_000).poster_ms).toBe(6000);
	expect(trimEdit(whole, 'end', 4000, 12_000).poster_ms).toBe(3900);
});

test('removes from an edit what changes nothing', () => {
	expect(normalizeEdit({ start_ms: 0, end_ms: 8000, muted: false, overlay: '  ' }, 8000)).toEqual({});
	expect(normalizeEdit({ ...whole, overlay: ' Sale ' }, 9001)).toEqual(whole);
	expect(normalizeEdit({ poster_ms: 0 }, 8000)).toEqual({ poster_ms: 0 });
});

test('joins two trims', () => {
	expect(joinTrims({}, {})).toEqual({});
	expect(joinTrims({ start_ms: 2000, end_ms: 6000 }, {})).toEqual({ start_ms: 2000, end_ms: 6000 });
	expect(joinTrims({}, { end_ms: 3000 })).toEqual({ end_ms: 3000 });
	expect(joinTrims({ start_ms: 2000, end_ms: 6000 }, { start_ms: 500, end_ms: 3000 })).toEqual({
		start_ms: 2500,
		end_ms: 5000,
	});
});

test('tells an edit that only removes the sound', () => {
	expect(isOnlyMuted({ muted: true, poster_ms: 500 })).toBe(true);
	expect(isOnlyMuted({ muted: true, start_ms: 500 })).toBe(false);
	expect(isOnlyMuted({ poster_ms: 500 })).toBe(false);
});
