import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Rendition } from '../../contract/media.ts';
import { rankRenditions } from './sources.ts';

function rendition(lines: number, upright = false): Rendition {
	const long = Math.round((lines * 16) / 9 / 2) * 2;
	const [width, height] = upright ? [lines, long] : [long, lines];
	return { url: `/media/${lines}.mp4`, width, height, bytes: lines * 10_000 };
}

const wide = [rendition(240), rendition(480), rendition(720)];
const tall = [rendition(240, true), rendition(480, true), rendition(720, true)];
const lines = (renditions: readonly Rendition[]) => renditions.map(({ width, height }) => Math.min(width, height));

const phone = { width: 360, height: 202.5, pixelRatio: 2 };

test('the smallest rendition that fills the screen comes first, then smaller ones, then larger ones', () => {
	expect(lines(rankRenditions(wide, phone))).toEqual([480, 240, 720]);
	expect(lines(rankRenditions(wide, { width: 400, height: 225, pixelRatio: 1 }))).toEqual([240, 480, 720]);
	expect(lines(rankRenditions(wide, { width: 1280, height: 720, pixelRatio: 2 }))).toEqual([720, 480, 240]);
	expect(lines(rankRenditions(tall, { width: 292, height: 518, pixelRatio: 2 }))).toEqual([480, 240, 720]);
	expect(lines(rankRenditions(tall, { width: 360, height: 640, pixelRatio: 2 }))).toEqual([720, 480, 240]);
});

test('the connection and the wish to save data go first', () => {
	const desk = { width: 1280, height: 720, pixelRatio: 2 };
	expect(lines(rankRenditions(wide, { ...desk, saveData: true }))).toEqual([240, 480, 720]);
	expect(lines(rankRenditions(wide, { ...desk, effectiveType: '2g' }))).toEqual([240, 480, 720]);
	expect(lines(rankRenditions(wide, { ...desk, effectiveType: '3g' }))).toEqual([480, 240, 720]);
	expect(lines(rankRenditions(wide, { ...desk, effectiveType: '4g' }))).toEqual([720, 480, 240]);
	expect(lines(rankRenditions([rendition(720)], { ...desk, saveData: true }))).toEqual([720]);
});

test('a very dense screen asks for no more than a dense one', () => {
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
	effectiveType: fc.constantFrom(undefined, 'slow-2g', '2g', '3g', '4g', 'what comes later'),
});

test('every rendition is tried exactly once', () => {
	fc.assert(
		fc.property(fc.array(anyRendition, { maxLength: 6 }), anyViewing, (renditions, viewing) => {
			const sources = rankRenditions(renditions, viewing);
			expect(sources).toHaveLength(renditions.length);
			expect(new Set(sources)).toEqual(new Set(renditions));
		}),
	);
});

test('a rendition that has fewer lines and more bytes than another is only a last resort', () => {
	const untouched = { ...rendition(720), bytes: 100_000 };
	expect(lines(rankRenditions([rendition(240), rendition(480), untouched], phone))).toEqual([720, 480, 240]);
});

test('a smaller screen or a poorer connection never asks for more bytes', () => {
	fc.assert(
		fc.property(
			fc.array(anyRendition, { minLength: 1, maxLength: 6 }),
			anyViewing,
			fc.double({ min: 0.1, max: 1, noNaN: true }),
			(renditions, viewing, part) => {
				const first = (of: typeof viewing) => rankRenditions(renditions, of)[0]?.bytes ?? 0;
				const smaller = { ...viewing, width: viewing.width * part, height: viewing.height * part };
				expect(first(smaller)).toBeLessThanOrEqual(first(viewing));
				expect(first({ ...viewing, saveData: true })).toBeLessThanOrEqual(first(viewing));
			},
		),
	);
});
