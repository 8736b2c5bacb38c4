import { expect, test } from 'vitest';
import { emptyAd } from './ad-form.ts';
import { parseDraft } from './draft.ts';
import { draftKey } from './draft-key.ts';

test('a draft comes back as it was typed', () => {
	const fields = { ...emptyAd, title: 'Red bag', price: '70k', description: 'Two\nlines' };
	expect(parseDraft(JSON.stringify(fields))).toEqual(fields);
});

test('whatever stands in the storage, the form gets text', () => {
	for (const text of [null, '', 'null', '7', '"x"', '[]', '{', '{"title":7,"other":"x"}']) {
		expect(parseDraft(text), String(text)).toEqual(emptyAd);
	}
	expect(parseDraft('{"title":"A","category":null}')).toEqual({ ...emptyAd, title: 'A' });
});

test('accounts on one device and the two kinds of ads have drafts of their own', () => {
	const keys = [draftKey('image', 1), draftKey('image', 2), draftKey('video', 1)];
	expect(new Set(keys).size).toBe(3);
});
