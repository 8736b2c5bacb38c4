import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { searchCases } from '../testing/search-cases.ts';
import {
	createDocumentMatcher,
	createSearchIndex,
	listSearchKeys,
	openSearchIndex,
	type SearchCriteria,
	toMigrationTx,
	toSearchWords,
} from './index.ts';

let db: Database;
const index = openSearchIndex('matched');

const word = fc.constantFrom(
	...[
		'a',
		'ab',
		'abc',
		'abd',
		'Ọ̀yọ́',
		'o',
		'oy',
		'12',
		'128gb',
		'1',
		'ƙasuwa',
		'kas',
		'𐐷𐐷x',
		'ab-12',
		'a-b',
		'ab12',
		'aab',
		'oabc',
		'abab',
		'oya',
	],
);
const value = fc.constantFrom('Lagos', 'Lagos Island', 'Kano', 'k', 'la');
const facet = fc.record({ name: fc.constantFrom('state', 'place'), value });
const document = fc.record({
	title: fc.array(word, { maxLength: 3 }).map((words) => words.join(' ')),
	text: fc.array(word, { maxLength: 3 }).map((words) => words.join('. ')),
	facets: fc.array(facet, { maxLength: 3 }),
});
const criteria: fc.Arbitrary<SearchCriteria> = fc.record({
	words: fc.uniqueArray(
		fc.constantFrom(...['a', 'ab', 'abc', 'o', 'oy', 'oyo', '12', '1', 'kas', 'ab12', 'ab-12', 'a-b', 'o-1']),
		{ maxLength: 3 },
	),
	facets: fc.array(
		fc.record({
			name: fc.constantFrom('state', 'place'),
			anyOf: fc.uniqueArray(value, { minLength: 1, maxLength: 2 }),
			prefix: fc.boolean(),
		}),
		{ maxLength: 2 },
	),
});

describeOnBothEngines('document matcher', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		await db.transaction(async (tx) => {
			const context = { ...toMigrationTx({ db: tx.tables() as never, engine } as never), db: tx.tables() as never };
			await createSearchIndex(context as never, 'matched');
		});
	});
	afterAll(() => db.close());

	test('matches words in all their spellings', () => {
		for (const { search, title, isFound } of searchCases) {
			const { matches } = createDocumentMatcher({ title, text: '' });
			expect(matches({ words: toSearchWords(search), facets: [] }), `${search} ${title}`).toBe(isFound);
		}
	});

	test('matches the searches that find the document in the index, and has their keys', async () => {
		await fc.assert(
			fc.asyncProperty(document, fc.array(criteria, { minLength: 1, maxLength: 8 }), async (found, searches) => {
				await db.transaction((tx) => index.put(tx, { id: 1, ...found }));
				const { keys, matches } = createDocumentMatcher(found);
				for (const search of searches) {
					const match = { ...search, class: search.words.length > 0 ? 'any' : 'filtered' } as const;
					const isFound = (await index.findNewest(db, match, 1)).length > 0;
					expect(matches(search)).toBe(isFound);
					if (isFound) for (const { key } of listSearchKeys(search)) expect(keys).toContain(key);
				}
			}),
			{ numRuns: 60 },
		);
	});
});
