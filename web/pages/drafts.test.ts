import { expect, test } from 'vitest';
import { firstWords } from './drafts.ts';

test('a draft is told by its first words', () => {
	expect(firstWords(JSON.stringify({ title: ' Red  bag ', description: 'Leather' }))).toBe('Red bag');
	expect(firstWords(JSON.stringify({ title: '', description: 'Leather' }))).toBe('Leather');
	expect(firstWords(JSON.stringify({ text: 'Hello\nworld', category: '' }))).toBe('Hello world');
	expect(firstWords(JSON.stringify({ text: 'word '.repeat(40) }))).toBe(`${'word '.repeat(12).trim()}…`);
});

test('whatever stands in the storage is no trouble', () => {
	for (const stored of [null, '', '{', '3', '"text"', '[]', '{"text":7}', 'null']) expect(firstWords(stored)).toBe('');
});
