import { describe, expect, test } from 'vitest';
import { getExcerpt, shortenToSingleLine, splitIntoTextTokens, type TextToken } from './text-tokens.ts';

function annotate(text: string): string {
	return splitIntoTextTokens(text)
		.map((token) => (token.type === 'text' ? token.text : `[${token.type} ${token.text}]`))
		.join('');
}

describe('tokenize', () => {
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
	])('marks %j', (text, expected) => {
		expect(annotate(text)).toBe(expected);
	});

	test('lower-cases the user name and keeps the marks of a tag', () => {
		expect(splitIntoTextTokens('@Mama_Risi')).toEqual([{ type: 'mention', text: '@Mama_Risi', userName: 'mama_risi' }]);
		expect(splitIntoTextTokens('#Ẹ̀kọ́')).toEqual([{ type: 'tag', text: '#Ẹ̀kọ́', word: 'Ẹ̀kọ́' }]);
	});
});

describe('any text', () => {
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
	const texts = [...Array(2000).keys()].map((seed) => randomText(seed, parts));

	test('equals its joined tokens', () => {
		for (const text of texts) expect(joinTokens(splitIntoTextTokens(text))).toBe(text);
	});

	test('has only http(s) links that match their text, without spaces', () => {
		for (const token of texts.flatMap(splitIntoTextTokens)) {
			if (token.type !== 'link') continue;
			expect(token.text).not.toMatch(/[\s<>"]/);
			expect(new URL(token.text).href).toBe(token.href);
			expect(new URL(token.href).protocol).toMatch(/^https?:$/);
			expect(new URL(token.href).username).toBe('');
		}
	});

	test('has no empty token and no two adjacent text tokens', () => {
		for (const tokens of texts.map(splitIntoTextTokens)) {
			expect(tokens.every((token) => token.text.length > 0)).toBe(true);
			expect(tokens.some((token, index) => token.type === 'text' && tokens[index - 1]?.type === 'text')).toBe(false);
		}
	});

	test('starts with its excerpt, which has whole links and a limited length', () => {
		for (const text of texts) {
			const tokens = splitIntoTextTokens(text);
			const excerpt = getExcerpt(tokens, { letters: 40, lines: 3 });
			if (!excerpt) continue;
			expect(text.startsWith(joinTokens(excerpt))).toBe(true);
			for (const token of excerpt) if (token.type !== 'text') expect(tokens).toContainEqual(token);
			expect(joinTokens(excerpt).split('\n').length).toBeLessThanOrEqual(3 + 1);
		}
	});
});

describe('getExcerpt', () => {
	test('returns null for a short text', () => {
		expect(getExcerpt(splitIntoTextTokens('Fresh peppers'), { letters: 40, lines: 3 })).toBeNull();
	});

	test('ends between words, before a link that does not fit', () => {
		const tokens = splitIntoTextTokens(`${'good pepper '.repeat(3)}https://a.ng/${'x'.repeat(40)} and more`);
		expect(joinTokens(getExcerpt(tokens, { letters: 40, lines: 3 }) ?? [])).toBe('good pepper '.repeat(3));
	});

	test('limits the number of lines', () => {
		const tokens = splitIntoTextTokens([...Array(20).keys()].join('\n'));
		expect(joinTokens(getExcerpt(tokens, { letters: 400, lines: 3 }) ?? [])).toBe('0\n1\n2');
	});
});

test('shortens a title to one line, cut at a word', () => {
	expect(shortenToSingleLine('Ẹ káàárọ̀\n\n o, gbogbo ènìyàn', 80)).toBe('Ẹ káàárọ̀ o, gbogbo ènìyàn');
	expect(shortenToSingleLine('one two three', 9)).toBe('one two…');
	expect(shortenToSingleLine('👩🏽‍🌾'.repeat(10), 12).isWellFormed()).toBe(true);
});

function joinTokens(tokens: readonly TextToken[]): string {
	return tokens.map((token) => token.text).join('');
}

function randomText(seed: number, parts: readonly string[]): string {
	let state = seed * 2_654_435_761 + 1;
	const next = () => {
		state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
		return state;
	};
	return Array.from({ length: next() % 24 }, () => parts[next() % parts.length]).join('');
}
