import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	type ChosenPicture,
	getUploadedFile,
	parseDraftPictures,
	picturesReducer,
	toDraftPictures,
} from './pictures.ts';

const picture = (id: string): ChosenPicture => ({
	id,
	name: `${id}.jpg`,
	original: null,
	originalBytes: 3,
	small: new Blob(['abc']),
	uploaded: null,
	problem: null,
});
const row = (ids: string) => [...ids].map(picture);
const ids = (pictures: readonly ChosenPicture[]) => pictures.map(({ id }) => id).join('');

test('pictures move to a place, and the others keep their order', () => {
	expect(ids(picturesReducer(row('abcd'), { type: 'moved', id: 'd', to: 0 }))).toBe('dabc');
	expect(ids(picturesReducer(row('abcd'), { type: 'moved', id: 'a', to: 2 }))).toBe('bcad');
	expect(ids(picturesReducer(row('ab'), { type: 'moved', id: 'a', to: -1 }))).toBe('ab');
	expect(ids(picturesReducer(row('ab'), { type: 'moved', id: 'b', to: 2 }))).toBe('ab');
	expect(ids(picturesReducer(row('ab'), { type: 'moved', id: 'x', to: 0 }))).toBe('ab');
});

test('moving loses none and takes the picture where it was sent', () => {
	const place = fc.integer({ min: 0, max: 7 });
	fc.assert(
		fc.property(place, place, (from, to) => {
			const before = row('abcdefgh');
			const after = picturesReducer(before, { type: 'moved', id: before[from]?.id ?? '', to });
			expect(after[to]?.id).toBe(before[from]?.id);
			expect([...ids(after)].sort().join('')).toBe('abcdefgh');
		}),
	);
});

test('at most 8 pictures', () => {
	expect(ids(picturesReducer(row('abcdef'), { type: 'added', pictures: row('ghi') }))).toBe('abcdefgh');
});

test('what the media host has is not sent again, until it may have been swept', () => {
	const file = { secure_url: 'https://host/a.webp' };
	const [sent] = picturesReducer(row('a'), { type: 'uploaded', id: 'a', file, at: 1000 });
	expect(sent && getUploadedFile(sent, 2000)).toEqual(file);
	expect(sent && getUploadedFile(sent, 1000 + 24 * 3_600_000)).toBeNull();
	expect(getUploadedFile(picture('a'), 0)).toBeNull();
});

test('a picture that stays too large says so', () => {
	const small = new Blob([new Uint8Array(10 * 1_048_576 + 1)]);
	expect(picturesReducer(row('a'), { type: 'shrunk', id: 'a', small })[0]?.problem).toMatch('10 MB');
});

test('a draft keeps what would be sent, and reads back whatever is there', () => {
	const [kept] = parseDraftPictures(toDraftPictures(row('a')));
	expect(kept).toEqual(picture('a'));
	expect(toDraftPictures([{ ...picture('a'), small: null }])).toEqual([]);
	for (const value of [null, 7, 'x', {}, [null], [7], [{ id: 'a', name: 'a', small: 'x' }]]) {
		expect(parseDraftPictures(value)).toEqual([]);
	}
});
