import { describe, expect, test } from 'vitest';
import { getExcerpt, type TextToken, tokenize, toSingleLine } from './text-tokens.ts';

function marked(text: string): string {
	return tokenize(text)
		.map((piece) => (piece.type === 'text' ? piece.text : `[${piece.type} ${piece.text}]`))
		.join('');
}

describe('links, people and words in a text', () => {
	test.each([
		['See https://kasuwa.ng.', 'See [link https://kasuwa.ng].'],
		['(http://a.ng/b_(c)) done', '([link http://a.ng/b_(c)]) done'],
		['HTTPS://A.NG/x?q=1&r=2#top, ok', '[link HTTPS://A.NG/x?q=1&r=2#top], ok'],
		['javascript:alert(1) ftp://a.ng data:text/html,x', 'javascript:alert(1) ftp://a.ng data:text/html,x'],
		['https://bank.ng@evil.com', 'https://bank.ng@evil.com'],
		['https://', 'https://'],
		['thanks @Mama_Risi!', 'thanks [mention @Mama_Risi]!'],
		['write to risi@example.com', 'write to risi@example.com'],
		['@ab is too short, @@double', '@ab is too short, @@double'],
		['#Ankara #Ẹ̀kọ́ #ƙasuwa', '[tag #Ankara] [tag #Ẹ̀kọ́] [tag #ƙasuwa]'],
		['we are #1 and 5# &#39;', 'we are #1 and 5# &#39;'],
		['#Ọjà, @tunde\n#new', '[tag #Ọjà], [mention @tunde]\n[tag #new]'],
		['<b>https://a.ng</b>', '<b>[link https://a.ng]</b>'],
		['', ''],
	])('%j', (text, expected) => {
		expect(marked(text)).toBe(expected);
	});

	test('a name leads to its profile in small letters, a word keeps its marks', () => {
		expect(tokenize('@Mama_Risi')).toEqual([{ type: 'mention', text: '@Mama_Risi', userName: 'mama_risi' }]);
		expect(tokenize('#Ẹ̀kọ́')).toEqual([{ type: 'tag', text: '#Ẹ̀kọ́', word: 'Ẹ̀kọ́' }]);
	});
});

describe('of any text', () => {
	const parts = [
		'@',
		'#',
		'https://',
		'http://a.ng',
		'javascript:',
		'.',
		')',
		'(',
		' ',
		'\n',
		'ọ̀',
		'Ƙ',
		'🧵',
		'👩🏽‍🌾',
		'mama',
		'_1',
		'"',
		'<',
		'/',
		'@mama_risi',
		'#ọjà',
		'&',
		'x'.repeat(60),
	];
	const texts = [...Array(2000).keys()].map((seed) => madeUp(seed, parts));

	test('the pieces in a row are the text', () => {
		for (const text of texts) expect(joined(tokenize(text))).toBe(text);
	});

	test('a link leads where it says, over http or https, and holds no space', () => {
		for (const piece of texts.flatMap(tokenize)) {
			if (piece.type !== 'link') continue;
			expect(piece.text).not.toMatch(/[\s<>"]/);
			expect(new URL(piece.text).href).toBe(piece.href);
			expect(new URL(piece.href).protocol).toMatch(/^https?:$/);
			expect(new URL(piece.href).username).toBe('');
		}
	});

	test('no piece is empty, and two pieces of plain text never touch', () => {
		for (const pieces of texts.map(tokenize)) {
			expect(pieces.every((piece) => piece.text.length > 0)).toBe(true);
			expect(pieces.some((piece, at) => piece.type === 'text' && pieces[at - 1]?.type === 'text')).toBe(false);
		}
	});

	test('an excerpt is a beginning of the text with whole links, and never much longer than asked for', () => {
		for (const text of texts) {
			const pieces = tokenize(text);
			const excerpt = getExcerpt(pieces, { letters: 40, lines: 3 });
			if (!excerpt) continue;
			expect(text.startsWith(joined(excerpt))).toBe(true);
			for (const piece of excerpt) if (piece.type !== 'text') expect(pieces).toContainEqual(piece);
			expect(joined(excerpt).split('\n').length).toBeLessThanOrEqual(3 + 1);
		}
	});
});

describe('an excerpt', () => {
	test('is not made of what is short enough', () => {
		expect(getExcerpt(tokenize('Fresh peppers'), { letters: 40, lines: 3 })).toBeNull();
	});

	test('ends between words, before a link that no longer fits', () => {
		const pieces = tokenize(`${'good pepper '.repeat(3)}https://a.ng/${'x'.repeat(40)} and more`);
		expect(joined(getExcerpt(pieces, { letters: 40, lines: 3 }) ?? [])).toBe('good pepper '.repeat(3));
	});

	test('keeps a few lines of a long list', () => {
		const pieces = tokenize([...Array(20).keys()].join('\n'));
		expect(joined(getExcerpt(pieces, { letters: 400, lines: 3 }) ?? [])).toBe('0\n1\n2');
	});
});

test('a title is one line, cut at a word', () => {
	expect(toSingleLine('Ẹ káàárọ̀\n\n o, gbogbo ènìyàn', 80)).toBe('Ẹ káàárọ̀ o, gbogbo ènìyàn');
	expect(toSingleLine('one two three', 9)).toBe('one two…');
	expect(toSingleLine('👩🏽‍🌾'.repeat(10), 12).isWellFormed()).toBe(true);
});

function joined(pieces: readonly TextToken[]): string {
	return pieces.map((piece) => piece.text).join('');
}

/** The same made-up text for the same seed. */
function madeUp(seed: number, parts: readonly string[]): string {
	let state = seed * 2_654_435_761 + 1;
	const next = () => {
		state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
		return state;
	};
	return Array.from({ length: next() % 24 }, () => parts[next() % parts.length]).join('');
}
