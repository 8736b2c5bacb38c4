import * as limits from '../../contract/core/limits.ts';

/** Part of a post's text. The `text` of all tokens joined is the original text. */
export type TextToken =
	| { type: 'text'; text: string }
	| { type: 'link'; text: string; href: string }
	| { type: 'mention'; text: string; userName: string }
	| { type: 'tag'; text: string; word: string };

const { min, max } = limits.userName;
const tokenPattern = new RegExp(
	[
		'(?<link>https?:\\/\\/[^\\s<>"]+)',
		// A mention must not begin inside a word. This excludes email addresses.
		`(?<![\\p{L}\\p{M}\\p{N}_@#/])@(?<mention>[a-z0-9_]{${min},${max}})(?![\\p{L}\\p{M}\\p{N}_@])`,
		'(?<![\\p{L}\\p{M}\\p{N}_@#/&])#(?<tag>[\\p{L}\\p{M}\\p{N}_]+)(?![@#])',
	].join('|'),
	'giu',
);

/** Splits a post's text into links (http and https only), `@user_name`, `#word` and plain text. */
export function splitIntoTextTokens(text: string): TextToken[] {
	const tokens: TextToken[] = [];
	let end = 0;
	for (const match of text.matchAll(tokenPattern)) {
		const token = toToken(match);
		if (!token || match.index < end) continue;
		if (match.index > end) tokens.push({ type: 'text', text: text.slice(end, match.index) });
		tokens.push(token);
		end = match.index + token.text.length;
	}
	if (end < text.length) tokens.push({ type: 'text', text: text.slice(end) });
	return tokens;
}

function toToken({ 0: text, groups }: RegExpExecArray): TextToken | null {
	const { link, mention, tag } = groups ?? {};
	if (link !== undefined) return toLinkToken(link);
	if (mention !== undefined) return { type: 'mention', text, userName: mention.toLowerCase() };
	// '#1' is a number and no tag: a tag contains a letter.
	if (tag !== undefined && /\p{L}/u.test(tag)) return { type: 'tag', text, word: tag };
	return null;
}

/** Creates a link token without the punctuation after the link: 'see https://a.ng.' and '(https://a.ng)'. */
function toLinkToken(match: string): TextToken | null {
	let text = match;
	for (;;) {
		const last = text.at(-1) ?? '';
		const opening = { ')': '(', ']': '[', '}': '{' }[last];
		const isUnbalanced = opening !== undefined && count(text, last) > count(text, opening);
		if (!isUnbalanced && !/[.,:;!?'’”*_~…]/.test(last)) break;
		text = text.slice(0, -1);
	}
	if (!URL.canParse(text)) return null;
	const url = new URL(text);
	// A URL with credentials stays plain text: 'https://bank.ng@elsewhere.com' looks like one site and opens another.
	if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
	return { type: 'link', text, href: url.href };
}

function count(text: string, letter: string): number {
	return text.split(letter).length - 1;
}

interface ExcerptLimits {
	letters: number;
	lines: number;
}

/** Returns the beginning of a post's text, cut between words and never inside a link; null if the whole text is short enough. */
export function getExcerpt(tokens: readonly TextToken[], { letters, lines }: ExcerptLimits): TextToken[] | null {
	const whole = tokens.map((token) => token.text).join('');
	// A text that exceeds the limits by less than 25 % is not cut.
	if (whole.length <= letters * 1.25 && count(whole, '\n') < lines * 1.25) return null;
	const excerpt: TextToken[] = [];
	let remainingLetters = letters;
	let remainingLines = lines;
	for (const token of tokens) {
		if (token.type === 'text') {
			const cut = truncateText(token.text, remainingLetters, remainingLines);
			excerpt.push({ type: 'text', text: cut });
			if (cut.length < token.text.length) break;
			remainingLines -= count(cut, '\n');
		} else {
			if (token.text.length > remainingLetters && excerpt.length > 0) break;
			excerpt.push(token);
		}
		remainingLetters -= token.text.length;
		if (remainingLetters <= 0) break;
	}
	return excerpt;
}

function truncateText(text: string, letters: number, lines: number): string {
	const rows = text.split('\n').slice(0, lines).join('\n');
	if (rows.length <= letters) return rows;
	const cut = rows.slice(0, letters);
	const end = cut.search(/\s\S*$/);
	if (end > 0) return cut.slice(0, end);
	// A single long word is cut between grapheme clusters.
	const graphemes = [...new Intl.Segmenter().segment(cut.toWellFormed())].map(({ segment }) => segment);
	return graphemes.length > 1 ? graphemes.slice(0, -1).join('') : cut;
}

/** Shortens a text to one line of about `letters` characters, cut between words, for titles and link previews. */
export function shortenToSingleLine(text: string, letters: number): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line.length <= letters) return line;
	return `${truncateText(line, letters, 1)}…`;
}
