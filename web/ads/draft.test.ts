import { afterEach, expect, test, vi } from 'vitest';
import { emptyAd } from './ad-form.ts';
import { clearPostedDraft, parseDraft, readDraft, writeDraft } from './draft.ts';
import { draftKey } from './draft-key.ts';

afterEach(() => vi.unstubAllGlobals());

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

test('what was posted is begun no more, and what was typed since stays', () => {
	const kept = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, text: string) => void kept.set(key, text),
		removeItem: (key: string) => void kept.delete(key),
	});
	const posted = { ...emptyAd, description: 'Shoes that dance.' };
	writeDraft('a', posted);
	clearPostedDraft('a', { ...posted });
	expect(kept.size).toBe(0);
	writeDraft('a', { ...posted, title: 'Another' });
	clearPostedDraft('a', posted);
	expect(readDraft('a').title).toBe('Another');
});
