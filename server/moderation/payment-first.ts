import { foldLookAlikes } from '../core/fold-look-alikes.ts';
import { joinDoubles, readSigns, type SearchableText, toWordPattern } from '../core/word-patterns.ts';
import { english } from './phrases/english.ts';
import { hausa } from './phrases/hausa.ts';
import { igbo } from './phrases/igbo.ts';
import type { PhraseList } from './phrases/phrase-list.ts';
import { pidgin } from './phrases/pidgin.ts';
import { yoruba } from './phrases/yoruba.ts';

// Finds phrases that ask for payment before delivery or inspection, however they are written. Moderators review texts with such phrases; nothing is blocked.

export const phraseLists = { english, pidgin, hausa, yoruba, igbo };

const maxFound = 5;
/** Number of characters before a request in which a warning begins. */
const warningLength = 120;

/** Up to two words, also with their letters apart. */
const gap = '(?:(?:(?: [a-zλ0-9#]{1,30}){1,2}|(?: [a-zλ0-9#]){1,16})(?![a-zλ0-9]))?';
const start = '(?<![a-zλ0-9])';
const end = '(?![a-zλ0-9])';

function toPattern(phrase: string, groups: PhraseList['groups']): string {
	const words = phrase
		.replace(/\{(\w+)\}/g, (_, name: string) => expand(name, groups))
		.replace(/!\(([^()]+)\)/g, `<$1)${end})`);
	return words.replace(/[a-z0-9]+|\(\?[^)]*\]\)|[<(~/#]|\s+/g, (token) => {
		if (token === '<') return '(?!(?:';
		if (token === '(') return '(?:';
		if (token === '~') return gap;
		if (token === '/') return '\\.?';
		if (token === '#') return ' ?#';
		if (token === end) return token;
		return token.trim() === '' ? '' : toWordPattern(token);
	});
}

function expand(name: string, groups: PhraseList['groups']): string {
	const group = groups[name];
	if (group === undefined) throw new Error(`no group of words is called ${name}`);
	return group.replace(/\{(\w+)\}/g, (_, inner: string) => expand(inner, groups));
}

const alternatives = (phrases: readonly string[], groups: PhraseList['groups']) =>
	phrases.map((phrase) => toPattern(phrase, groups)).join('|');

function compile({ groups, requests, refusals, warnings, fillers }: PhraseList) {
	const toSearch = (phrase: string) => new RegExp(`${start}${toPattern(phrase, groups)}${end}`, 'g');
	return {
		requests: requests.map(toSearch),
		refusals: refusals.map(toSearch),
		warning: `(?:${alternatives(warnings, groups)})(?:${alternatives(fillers, groups)}){0,4}`,
	};
}

const compiled = Object.values(phraseLists).map(compile);
const warningPattern = new RegExp(`${start}(?:${compiled.map(({ warning }) => warning).join('|')}) ?$`);

/** Returns the phrases in a text that ask for payment before delivery: in lower case, distinct, at most five. */
export function findPaymentFirstPhrases(text: string): string[] {
	const found = new Set<string>();
	for (const reading of listSearchableTexts(text)) {
		for (const { requests, refusals } of compiled) {
			for (const pattern of requests) addMatches(found, reading, pattern, (before) => warningPattern.test(before));
			for (const pattern of refusals) addMatches(found, reading, pattern, () => false);
		}
	}
	const phrases = [...found];
	return phrases
		.filter((phrase) => !phrases.some((other) => other !== phrase && other.includes(phrase)))
		.slice(0, maxFound);
}

function addMatches(
	found: Set<string>,
	{ words, letters, indexes }: SearchableText,
	pattern: RegExp,
	isWarning: (before: string) => boolean,
): void {
	// `matchAll` would copy the pattern, and compiling the copies of all patterns takes half a second.
	pattern.lastIndex = 0;
	for (let result = pattern.exec(letters); result; result = pattern.exec(letters)) {
		const { 0: match, index } = result;
		const phrase = words
			.slice(indexes[index], indexes[index + match.length])
			.replaceAll('.', ' ')
			.trim();
		if (!found.has(phrase) && !isWarning(letters.slice(Math.max(0, index - warningLength), index))) found.add(phrase);
	}
}

/**
 * Reads signs as spaces and numbers as numbers, and then both as letters, as in 'p@y f1r57'. If a word has a digit within, other numbers are
 * words, too.
 */
function listSearchableTexts(text: string): SearchableText[] {
	const folded = foldLookAlikes(text.replace(/[#₦]/g, ' ')).replace(
		/(?<![a-z0-9])\d{1,3}(?:(?:,\d{3})+|(?=%))(?![a-z0-9])/g,
		'#',
	);
	const hasDigitWithin = /[a-z]\d+[a-z]/.test(folded);
	const withNumbers = folded.replace(/(?<![a-z0-9])(?:\d+[.\d]*\d|\d(?=[km]))[km]?(?![a-z0-9])/g, '#');
	const withLetters = readSigns(folded);
	const texts = [hasDigitWithin ? folded : withNumbers, withLetters];
	return [...new Set(texts.map(toWords))].map(joinDoubles);
}

const answers = new Set(['no', 'yes', 'never', 'nil', 'none', 'not']);

/**
 * Returns words apart by a space, and clauses by a full stop. A sign after a single word, as in 'Pay. Before delivery', ends no clause, unless
 * the word is an answer. A new line ends one only after an answer, as in 'Returns: no'.
 */
function toWords(text: string): string {
	const parts = text.split(/([.,;!?…]+(?=\s|$)|(?<=[^\n][ \t](?:no|yes|nil)) *\n)/);
	const isWord = (part = '') => /^\s*\S+\s*$/.test(part);
	const words = parts.map((part, index) => {
		if (index % 2 === 0) return part.replace(/[^a-z0-9#λ]+/g, ' ');
		const before = parts[index - 1]?.trim() ?? '';
		return isWord(before) && (isWord(parts[index + 1]) || !answers.has(before)) ? ' ' : '.';
	});
	return words
		.join('')
		.replace(/ +/g, ' ')
		.replace(/ ?\.[ .]*/g, '.');
}
