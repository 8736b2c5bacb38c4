import { describe, expect, test } from 'vitest';
import type { VideoEdit } from '../../contract/media/video-edit.ts';
import { VideoRejectedError } from '../media-tools/transcoding/index.ts';
import { phoneMetadata as phone } from '../testing/video-samples.ts';
import { getCut, isUneditedFile, normalizeEdit, planEditedRenditions, toVideoFileName } from './video-edits.ts';

test.each<[VideoEdit, VideoEdit | null]>([
	[{}, null],
	[{ start_ms: 0, muted: false }, null],
	[{ start_ms: 0, poster_ms: 0 }, { poster_ms: 0 }],
	[
		{ start_ms: 1, end_ms: 1001, muted: true, overlay: 'Sale' },
		{ start_ms: 1, end_ms: 1001, muted: true, overlay: 'Sale' },
	],
])('reduces the edit %j to what it changes', (edit, expected) => {
	expect(normalizeEdit(edit)).toEqual(expected);
});

describe('the part that an edit keeps', () => {
	test.each<[VideoEdit | null, { startMs: number; endMs: number } | null]>([
		[null, null],
		[{ muted: true }, null],
		[{ end_ms: 30_000 }, null],
		[{ end_ms: 40_000 }, null],
		[{ end_ms: 29_999 }, { startMs: 0, endMs: 29_999 }],
		[{ start_ms: 1 }, { startMs: 1, endMs: 30_000 }],
		[
			{ start_ms: 28_000, end_ms: 40_000 },
			{ startMs: 28_000, endMs: 30_000 },
		],
		// A browser may measure a duration that is up to 100 ms longer.
		[{ start_ms: 29_100 }, { startMs: 29_100, endMs: 30_000 }],
	])('of %j is %j', (edit, expected) => {
		expect(getCut(phone, edit)).toEqual(expected);
	});

	test.each([29_101, 30_000, 40_000])('is too short from %i ms on', (start_ms) => {
		expect(() => getCut(phone, { start_ms })).toThrow(VideoRejectedError);
	});

	test('is the whole of a video of less than a second', () => {
		expect(getCut({ ...phone, durationMs: 500 }, { end_ms: 1000 })).toBeNull();
	});
});

test.each<[VideoEdit | null, 'remux' | 'encode', number | null]>([
	[null, 'remux', 1],
	[{ poster_ms: 5000 }, 'remux', 1],
	[{ muted: true }, 'remux', null],
	[{ overlay: '🔥' }, 'remux', 1],
	[{ overlay: 'Sale' }, 'encode', 1],
	[{ start_ms: 1000 }, 'encode', 1],
	[{ end_ms: 20_000, muted: true }, 'encode', null],
])('plans %j as %s with audio stream %j', (edit, kind, audioStream) => {
	const [first, ...further] = planEditedRenditions(phone, edit);
	expect(first).toMatchObject({ kind, audioStream });
	for (const plan of further) expect(plan).toMatchObject({ kind: 'encode', audioStream });
});

test('plans a muted video with audio that browsers cannot play as a copy', () => {
	expect(planEditedRenditions({ ...phone, audioCodec: 'mp3' }, { muted: true })[0]?.kind).toBe('remux');
});

test('tells files of an unedited video from others', () => {
	for (const name of ['480.mp4', 'w320.webp']) {
		expect(toVideoFileName(name, null)).toBe(name);
		expect([isUneditedFile(name), isUneditedFile(toVideoFileName(name, { muted: true }))]).toEqual([true, false]);
	}
	for (const name of ['original', 'master.m3u8']) expect(isUneditedFile(name)).toBe(false);
});
