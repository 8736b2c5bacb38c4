import { limits } from '../../contract/limits.ts';

/** A piece of a text. The texts of all pieces in a row are the text itself. */
export type TextToken =
	| { type: 'text'; text: string }
	| { type: 'link'; text: string; href: string }
	| { type: 'mention'; text: string; userName: string }
	| { type: 'tag'; text: string; word: string };

const { min, max } = limits.userName;
const tokenPattern = new RegExp(
	[
		'(?<link>https?:\\/\\/[^\\s<>"]+)',
		// Not the end of a longer word, so that neither an email address nor a part of a word is meant.
		`(?<![\\p{L}\\p{M}\\p{N}_@#/])@(?<mention>[a-z0-9_]{${min},${max}})(?![\\p{L}\\p{M}\\p{N}_@])`,
		'(?<![\\p{L}\\p{M}\\p{N}_@#/&])#(?<tag>[\\p{L}\\p{M}\\p{N}_]+)(?![@#])',
	].join('|'),
	'giu',
);

/** Takes a text apart into links (http and https only), `@user_name`, `#word` and what stands between them. */
export function tokenize(text: string): TextToken[] {
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
	// '#1' counts something; it is no word to search for.
	if (tag !== undefined && /\p{L}/u.test(tag)) return { type: 'tag', text, word: tag };
	return null;
}

/** What stands behind a link belongs to the sentence: 'see https://a.ng.' and '(https://a.ng)'. */
function toLinkToken(typed: string): TextToken | null {
	let text = typed;
	for (;;) {
		const last = text.at(-1) ?? '';
		const closes = { ')': '(', ']': '[', '}': '{' }[last];
		const odd = closes !== undefined && count(text, last) > count(text, closes);
		if (!odd && !/[.,:;!?'’”*_~…]/.test(last)) break;
		text = text.slice(0, -1);
	}
	if (!URL.canParse(text)) return null;
	const url = new URL(text);
	// 'https://bank.ng@elsewhere.com' looks like one place and leads to another.
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

/** The beginning of a text, cut between words and never inside of a link; null where it is short enough to stand as a whole. */
export function getExcerpt(tokens: readonly TextToken[], { letters, lines }: ExcerptLimits): TextToken[] | null {
	const whole = tokens.map((piece) => piece.text).join('');
	// A cut that saves next to nothing is not worth a tap.
	if (whole.length <= letters * 1.25 && count(whole, '\n') < lines * 1.25) return null;
	const excerpt: TextToken[] = [];
	let remainingLetters = letters;
	let remainingLines = lines;
	for (const piece of tokens) {
		if (piece.type === 'text') {
			const cut = truncateText(piece.text, remainingLetters, remainingLines);
			excerpt.push({ type: 'text', text: cut });
			if (cut.length < piece.text.length) break;
			remainingLines -= count(cut, '\n');
		} else {
			if (piece.text.length > remainingLetters && excerpt.length > 0) break;
			excerpt.push(piece);
		}
		remainingLetters -= piece.text.length;
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
	// One endless word: between two letters as people see them.
	const seen = [...new Intl.Segmenter().segment(cut.toWellFormed())].map(({ segment }) => segment);
	return seen.length > 1 ? seen.slice(0, -1).join('') : cut;
}

/** A text in one line of at most `letters`, cut at a word, for titles and link previews. */
export function toSingleLine(text: string, letters: number): string {
	const line = text.replace(/\s+/g, ' ').trim();
	if (line.length <= letters) return line;
	return `${truncateText(line, letters, 1)}…`;
}
