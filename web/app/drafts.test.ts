import { expect, test } from 'vitest';
import { getDraftPreview } from './drafts.ts';

test('previews a draft by its first words', () => {
	expect(getDraftPreview(JSON.stringify({ title: ' Red  bag ', description: 'Leather' }))).toBe('Red bag');
	expect(getDraftPreview(JSON.stringify({ title: '', description: 'Leather' }))).toBe('Leather');
	expect(getDraftPreview(JSON.stringify({ text: 'Hello\nworld', category: '' }))).toBe('Hello world');
	expect(getDraftPreview(JSON.stringify({ text: 'word '.repeat(40) }))).toBe(`${'word '.repeat(12).trim()}…`);
});

test('returns an empty preview for malformed storage', () => {
	for (const stored of [null, '', '{', '3', '"text"', '[]', '{"text":7}', 'null'])
		expect(getDraftPreview(stored)).toBe('');
});
