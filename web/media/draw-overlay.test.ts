import { expect, test } from 'vitest';
import { wrapText } from './draw-overlay.ts';

const wrap = (text: string) => wrapText(text, 10, (words) => [...words].length);

test('wraps text between words', () => {
	expect(wrap('New shoes are here')).toEqual(['New shoes', 'are here']);
	expect(wrap('  New \n shoes  ')).toEqual(['New shoes']);
	expect(wrap('1234567890')).toEqual(['1234567890']);
	expect(wrap(' ')).toEqual([]);
});

test('splits a word that is wider than a line, between whole characters', () => {
	expect(wrap('A 12345678901 b')).toEqual(['A', '1234567890', '1 b']);
	expect(wrap('👟'.repeat(12))).toEqual(['👟'.repeat(10), '👟👟']);
});
