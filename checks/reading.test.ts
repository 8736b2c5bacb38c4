import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';
import { expect, test } from 'vitest';
import { findSentencesInSource, listSentences } from '../scripts/sentences.ts';

const mostWords = 25;
const highestGrade = 8;
/** Minimum number of words of a sentence with a reading grade. In a shorter sentence, one long word would decide the grade. */
const fewestWords = 8;

function wordsIn(text: string): string[] {
	return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,@_/-]*/gu) ?? [];
}

/** Returns why a sentence is hard to read, or null if the sentence is easy. */
function problemOf(text: string): string | null {
	const words = wordsIn(text);
	if (words.length > mostWords) return `${words.length} words`;
	if (words.length < fewestWords) return null;
	const grade = fleschKincaid({ sentence: 1, word: words.length, syllable: syllable(text) });
	return grade > highestGrade ? `grade ${grade.toFixed(1)}` : null;
}

test.each([
	[
		'This sentence has one word more than people like to read on a small phone in the market while they talk to a customer about prices.',
		'26 words',
	],
	[
		'Administrative notifications regarding unavailable certificates necessitate immediate reconsideration.',
		'grade 40.6',
	],
	['Unavailable certificates necessitate reconsideration.', null],
	["We couldn't process your video. Save it as MP4.", null],
])('grades: %s', (text, problem) => {
	expect(problemOf(text)).toBe(problem);
});

test('finds every text of an area, its parameters and alternatives', () => {
	const source = `
		import { brand } from '../brand.ts';
		export const a = 'Hello. How are you?';
		export const b = (count: number) => \`You have \${count} \${count === 1 ? 'ad' : 'ads'}\`;
		export const c: Record<'x', string> = { x: 'Open <link/> now' };
	`;
	expect(findSentencesInSource('test', source).map(({ line, text }) => `${line}: ${text}`)).toEqual([
		'3: Hello.',
		'3: How are you?',
		'4: You have Ada ad',
		'4: You have Ada ads',
		'5: Open Ada now',
	]);
});

test('the interface has no sentence above grade 8 or longer than 25 words', () => {
	const sentences = listSentences();
	expect(sentences.length).toBeGreaterThan(800);
	const hard = sentences.flatMap(({ area, line, text }) => {
		const problem = problemOf(text);
		return problem ? [`text/${area}.ts:${line} (${problem}): ${text}`] : [];
	});
	expect(hard).toEqual([]);
});
