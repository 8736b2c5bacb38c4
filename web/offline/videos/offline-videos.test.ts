import { beforeEach, expect, test, vi } from 'vitest';
import * as limits from '../../../contract/core/limits.ts';
import { makeAdCard } from '../../testing/ads.ts';
import { isWantedAhead } from './download-ahead.ts';
import { chooseOfflineRendition, isStorableVideo } from './offline-videos.ts';

const bytes = 2_000_000;
const saved = makeAdCard(5, { format: 'video', video: { duration_ms: 7000, bytes } });
const makeStored = (id: number, bytes: number) => ({ id, url: `/media/${id}/240.mp4`, bytes });
const full = limits.offlineVideoBytes;
const hosted = 'https://res.cloudinary.com/demo/video/upload/v1/film.mp4';

beforeEach(() => {
	vi.stubGlobal('location', { origin: 'https://kasuwa.example' });
});

test('stores the smallest file of a video', () => {
	const make = (width: number, bytes: number) => ({ url: `/media/${width}.mp4`, width, height: 2 * width, bytes });
	expect(chooseOfflineRendition([make(240, 2), make(480, 5), make(720, 9)])?.width).toBe(240);
	// A larger one in fewer bytes is the better file.
	expect(chooseOfflineRendition([make(240, 5), make(720, 4)])?.width).toBe(720);
	expect(chooseOfflineRendition([])).toBe(undefined);
});

test('stores no video of an external media host, whose sizes are estimates', () => {
	const size = { width: 240, height: 426, bytes };
	const cover = { ...size, url: hosted, placeholder: null, sizes: [] };
	expect(chooseOfflineRendition([{ ...size, url: hosted }])).toBe(undefined);
	expect(isStorableVideo({ ...saved, cover })).toBe(false);
	expect(isWantedAhead({ ...saved, cover }, [], [])).toBe(false);
	expect(isStorableVideo({ ...saved, cover: { ...cover, url: '/media/5/640.webp' } })).toBe(true);
});

test('downloads a saved video ahead up to the limit', () => {
	expect(isWantedAhead(saved, [], [])).toBe(true);
	expect(isWantedAhead(saved, [makeStored(6, full - bytes)], [])).toBe(true);
	expect(isWantedAhead(saved, [makeStored(6, full - bytes + 1)], [])).toBe(false);
});

test('downloads no video ahead that is stored, was removed by the user or cannot be played', () => {
	expect(isWantedAhead(saved, [makeStored(5, bytes)], [])).toBe(false);
	expect(isWantedAhead(saved, [], [4, 5])).toBe(false);
	expect(isWantedAhead(makeAdCard(5), [], [])).toBe(false);
	for (const state of ['processing', 'failed', 'hidden'] as const)
		expect(isWantedAhead({ ...saved, state }, [], []), state).toBe(false);
	expect(isWantedAhead({ ...saved, state: 'sold' }, [], [])).toBe(true);
});
