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

test('moves a picture to a position and keeps the order of the others', () => {
	expect(ids(picturesReducer(row('abcd'), { type: 'moved', id: 'd', to: 0 }))).toBe('dabc');
	expect(ids(picturesReducer(row('abcd'), { type: 'moved', id: 'a', to: 2 }))).toBe('bcad');
	expect(ids(picturesReducer(row('ab'), { type: 'moved', id: 'a', to: -1 }))).toBe('ab');
	expect(ids(picturesReducer(row('ab'), { type: 'moved', id: 'b', to: 2 }))).toBe('ab');
	expect(ids(picturesReducer(row('ab'), { type: 'moved', id: 'x', to: 0 }))).toBe('ab');
});

test('loses no picture when one is moved, and puts it at its position', () => {
	const position = fc.integer({ min: 0, max: 7 });
	fc.assert(
		fc.property(position, position, (from, to) => {
			const before = row('abcdefgh');
			const after = picturesReducer(before, { type: 'moved', id: before[from]?.id ?? '', to });
			expect(after[to]?.id).toBe(before[from]?.id);
			expect([...ids(after)].sort().join('')).toBe('abcdefgh');
		}),
	);
});

test('accepts at most 8 pictures', () => {
	expect(ids(picturesReducer(row('abcdef'), { type: 'added', pictures: row('ghi') }))).toBe('abcdefgh');
});

test('does not send an uploaded picture again until the host may have deleted it', () => {
	const file = { secure_url: 'https://host/a.webp' };
	const [uploaded] = picturesReducer(row('a'), { type: 'uploaded', id: 'a', file, at: 1000 });
	expect(uploaded && getUploadedFile(uploaded, 2000)).toEqual(file);
	expect(uploaded && getUploadedFile(uploaded, 1000 + 24 * 3_600_000)).toBeNull();
	expect(getUploadedFile(picture('a'), 0)).toBeNull();
});

test('reports a picture that the host would not take', () => {
	const [shrunk] = picturesReducer(row('a'), { type: 'shrunk', id: 'a', small: new Blob(), problem: 'Too large' });
	expect(shrunk?.problem).toBe('Too large');
});

test('restores a draft and ignores invalid values', () => {
	const [restored] = parseDraftPictures(toDraftPictures(row('a')));
	expect(restored).toEqual(picture('a'));
	expect(toDraftPictures([{ ...picture('a'), small: null }])).toEqual([]);
	for (const value of [null, 7, 'x', {}, [null], [7], [{ id: 'a', name: 'a', small: 'x' }]]) {
		expect(parseDraftPictures(value)).toEqual([]);
	}
});
