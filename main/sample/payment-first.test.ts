import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findPaymentFirstPhrases, phraseLists } from '../../server/moderation/index.ts';
import { sampleAds } from './ads.ts';
import { sampleComments } from './comments.ts';
import { sampleLessons } from './lessons.ts';
import { samplePosts } from './posts.ts';
import { sampleReviews } from './reviews.ts';
import { sampleSellers } from './sellers.ts';

function listTexts(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

test('finds no request for payment before delivery in the sample content, and prints the precision', async ({
	annotate,
}) => {
	const lessons = await Promise.all(sampleLessons.map(({ file }) => readFile(file, 'utf8')));
	const content = [sampleAds, samplePosts, sampleComments, sampleReviews, sampleSellers];
	const texts = [...listTexts(content), ...lessons.flatMap((lesson) => lesson.split('\n'))];
	const isFound = (text: string) => findPaymentFirstPhrases(text).length > 0;
	const rows = Object.entries(phraseLists).map(([language, { found, ordinary }]) => {
		const right = found.filter(isFound).length;
		const wrong = ordinary.filter(isFound).length;
		return `${language}: ${right} of ${found.length} found, ${wrong} of ${ordinary.length} false, precision ${right / (right + wrong)}`;
	});
	const wrong = texts.filter(isFound);
	await annotate([...rows, `sample content: ${wrong.length} of ${texts.length} texts false`].join('\n'));
	expect(texts.length).toBeGreaterThan(1000);
	expect(wrong).toEqual([]);
});
