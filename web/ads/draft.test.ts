import { afterEach, expect, test, vi } from 'vitest';
import { emptyAd } from './ad-form.ts';
import { clearPostedDraft, parseDraft, readDraft, writeDraft } from './draft.ts';
import { getAdDraftKey } from './draft-key.ts';

afterEach(() => vi.unstubAllGlobals());

test('restores a draft as it was typed', () => {
	const fields = { ...emptyAd, title: 'Red bag', price: '70k', description: 'Two\nlines' };
	expect(parseDraft(JSON.stringify(fields))).toEqual(fields);
});

test('ignores an unreadable draft, and replaces invalid values with empty text', () => {
	for (const text of [null, '', 'null', '7', '"x"', '{']) {
		expect(parseDraft(text), String(text)).toBeNull();
	}
	for (const text of ['[]', '{"title":7,"other":"x"}']) expect(parseDraft(text), text).toEqual(emptyAd);
	expect(parseDraft('{"title":"A","category":null}')).toEqual({ ...emptyAd, title: 'A' });
});

test('keeps separate drafts per account and format', () => {
	const keys = [getAdDraftKey('image', 1), getAdDraftKey('image', 2), getAdDraftKey('video', 1)];
	expect(new Set(keys).size).toBe(3);
});

test('clears a posted draft unless it has changed since', () => {
	const stored = new Map<string, string>();
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, text: string) => void stored.set(key, text),
		removeItem: (key: string) => void stored.delete(key),
	});
	const posted = { ...emptyAd, description: 'Shoes that dance.' };
	writeDraft('a', posted);
	clearPostedDraft('a', { ...posted });
	expect(stored.size).toBe(0);
	writeDraft('a', { ...posted, title: 'Another' });
	clearPostedDraft('a', posted);
	expect(readDraft('a').title).toBe('Another');
	expect(readDraft('b', posted)).toEqual(posted);
});
