import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rendition } from '../../contract/media/media.ts';
import { chooseFile, rankRenditions } from './sources.ts';

function rendition(lines: number, upright = false): Rendition {
	const long = Math.round((lines * 16) / 9 / 2) * 2;
	const [width, height] = upright ? [lines, long] : [long, lines];
	return { url: `/media/${lines}.mp4`, width, height, bytes: lines * 10_000 };
}

const wide = [rendition(240), rendition(480), rendition(720)];
const tall = [rendition(240, true), rendition(480, true), rendition(720, true)];
const lines = (renditions: readonly Rendition[]) => renditions.map(({ width, height }) => Math.min(width, height));

const phone = { width: 360, height: 202.5, pixelRatio: 2 };

test('prefers the smallest rendition that fills the screen, then smaller ones, then larger ones', () => {
	expect(lines(rankRenditions(wide, phone))).toEqual([480, 240, 720]);
	expect(lines(rankRenditions(wide, { width: 400, height: 225, pixelRatio: 1 }))).toEqual([240, 480, 720]);
	expect(lines(rankRenditions(wide, { width: 1280, height: 720, pixelRatio: 2 }))).toEqual([720, 480, 240]);
	expect(lines(rankRenditions(tall, { width: 292, height: 518, pixelRatio: 2 }))).toEqual([480, 240, 720]);
	expect(lines(rankRenditions(tall, { width: 360, height: 640, pixelRatio: 2 }))).toEqual([720, 480, 240]);
});

test('puts the connection and data saving before the screen', () => {
	const desktop = { width: 1280, height: 720, pixelRatio: 2 };
	expect(lines(rankRenditions(wide, { ...desktop, saveData: true }))).toEqual([240, 480, 720]);
	expect(lines(rankRenditions(wide, { ...desktop, effectiveType: '2g' }))).toEqual([240, 480, 720]);
	expect(lines(rankRenditions(wide, { ...desktop, effectiveType: '3g' }))).toEqual([480, 240, 720]);
	expect(lines(rankRenditions(wide, { ...desktop, effectiveType: '4g' }))).toEqual([720, 480, 240]);
	expect(lines(rankRenditions([rendition(720)], { ...desktop, saveData: true }))).toEqual([720]);
});

test('treats a very dense screen like a dense one', () => {
	expect(rankRenditions(wide, { ...phone, pixelRatio: 4 })).toEqual(rankRenditions(wide, phone));
});

const anyRendition = fc.record({
	url: fc.webPath(),
	width: fc.integer({ min: 2, max: 1280 }),
	height: fc.integer({ min: 2, max: 1280 }),
	bytes: fc.integer({ min: 1, max: 50_000_000 }),
});
const anyViewing = fc.record({
	width: fc.double({ min: 1, max: 4000, noNaN: true }),
	height: fc.double({ min: 1, max: 4000, noNaN: true }),
	pixelRatio: fc.double({ min: 0.5, max: 5, noNaN: true }),
	saveData: fc.boolean(),
	effectiveType: fc.constantFrom(undefined, 'slow-2g', '2g', '3g', '4g', 'unknown'),
});

test('returns every rendition exactly once', () => {
	fc.assert(
		fc.property(fc.array(anyRendition, { maxLength: 6 }), anyViewing, (renditions, viewing) => {
			const sources = rankRenditions(renditions, viewing);
			expect(sources).toHaveLength(renditions.length);
			expect(new Set(sources)).toEqual(new Set(renditions));
		}),
	);
});

test('puts a rendition with fewer lines and more bytes than another one last', () => {
	const original = { ...rendition(720), bytes: 100_000 };
	expect(lines(rankRenditions([rendition(240), rendition(480), original], phone))).toEqual([720, 480, 240]);
});

test('never prefers more bytes for a smaller screen or with data saving', () => {
	fc.assert(
		fc.property(
			fc.array(anyRendition, { minLength: 1, maxLength: 6 }),
			anyViewing,
			fc.double({ min: 0.1, max: 1, noNaN: true }),
			(renditions, viewing, scale) => {
				const first = (of: typeof viewing) => rankRenditions(renditions, of)[0]?.bytes ?? 0;
				const smaller = { ...viewing, width: viewing.width * scale, height: viewing.height * scale };
				expect(first(smaller)).toBeLessThanOrEqual(first(viewing));
				expect(first({ ...viewing, saveData: true })).toBeLessThanOrEqual(first(viewing));
			},
		),
	);
});

test('chooses the first file that the connection plays without stalls, else the smallest', () => {
	const files = [{ bytes: 500_000 }, { bytes: 250_000 }, { bytes: 900_000 }];
	// 500 KB in 10 seconds are 400 kbit/s.
	expect(chooseFile(files, 10, 600_000)).toBe(files[0]);
	expect(chooseFile(files, 10, 500_000)).toBe(files[1]);
	expect(chooseFile(files, 10, 0)).toBe(files[1]);
});
