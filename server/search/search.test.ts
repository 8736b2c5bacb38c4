import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Db, Tx } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { searchCases } from '../testing/search-cases.ts';
import {
	clearSearchIndexes,
	correctSearchWords,
	createRangeFilter,
	createSearchIndex,
	createStepsFilter,
	type FacetFilter,
	listDocumentWords,
	matchClasses,
	openSearchIndex,
	removeSearchRemains,
	type SearchDocument,
	searchWithCorrection,
	tokenize,
	toLogarithmicStep,
	toMigrationTx,
	toNumberFacets,
	toSearchWords,
} from './index.ts';

let db: Database;
const searchIndex = openSearchIndex('things');
const otherIndex = openSearchIndex('other');

const documents: SearchDocument[] = [
	{ id: 1, title: 'Clean generator', text: 'Starts at the first pull. Ibadan, Ọ̀yọ́' },
	{ id: 2, title: 'Laptop for school', text: 'A generator is not needed: ten hours of battery' },
	{ id: 3, title: 'Ankara gown', text: 'Two fabrics, sewn in Kano' },
	{ id: 4, title: 'Generators and parts', text: 'Plugs, oil, service' },
	{ id: 5, title: 'ƊANSHIKI', text: 'Hand-made; size XL, 3-piece' },
	{ id: 6, title: 'Smartphone 128GB', text: "Women's colours, 5G" },
];

const put = (...newDocuments: SearchDocument[]) =>
	db.transaction(async (tx) => {
		for (const document of newDocuments) await searchIndex.put(tx, document);
	});
const findIds = async (on: Db, words: readonly string[], limit = 50) =>
	(await searchIndex.findPage(on, words, { limit })).ids;
const find = async (text: string, most?: number) =>
	findIds(db, await correctSearchWords(db, [searchIndex, otherIndex], text), most);

describeOnBothEngines('search', (engine) => {
	beforeAll(async () => {
		db = await openTestDatabase(engine);
		await db.transaction(async (tx) => {
			const context = { ...toMigrationTx({ db: tx.tables() as never, engine } as never), db: tx.tables() as never };
			await createSearchIndex(context as never, 'things');
			await createSearchIndex(context as never, 'other');
		});
	});
	afterAll(() => db.close());
	beforeEach(async () => {
		await db.transaction(async (tx) => {
			for (let id = 1; id <= 60; id += 1) await searchIndex.remove(tx, id);
		});
		await put(...documents);
	});

	test('removes the words of removed documents, and only those', async () => {
		await db.transaction(async (tx) => {
			await searchIndex.put(tx, { id: 7, title: 'Zorvex generator', text: '' });
			await otherIndex.put(tx, { id: 1, title: '', text: 'A quern' });
			await searchIndex.remove(tx, 7);
		});
		await removeSearchRemains(db, [searchIndex, otherIndex], new AbortController().signal);
		const { rows } = await sql<{ word: string }>`select word from search_words where word in
			('zorvex', 'generator', 'generators', 'quern') order by word`.execute(db.kysely);
		expect(rows.map(({ word }) => word)).toEqual(['generator', 'generators', 'quern']);
		expect(await find('generator')).toEqual([1, 4, 2]);
	});

	test.each([
		['an exact word', 'laptop', [2]],
		['a word of the text', 'fabrics', [3]],
		['any case', 'LAPtop', [2]],
		['a prefix', 'lap', [2]],
		['a prefix of two letters', 'la', [2]],
		['words in any order', 'gown ankara', [3]],
		['words of title and text', 'gown kano', [3]],
		['nothing if a word is missing', 'gown lagos', []],
		['a word without its accents', 'oyo', [1]],
		['a word with its accents', 'Ọ̀YỌ́', [1]],
		['a word with other accents', 'ÖyÓ', [1]],
		['Hausa letters typed as plain ones', 'danshiki', [5]],
		['Hausa letters', 'ɗanshiki', [5]],
		['words separated by punctuation', 'hand made', [5]],
		['letters and digits', '128gb', [6]],
		['an apostrophe', 'women’s', [6]],
		['a number', '128', [6]],
		['a substituted letter', 'laptap', [2]],
		['a missing letter', 'genrator', [1, 4, 2]],
		['an extra letter', 'laptoop', [2]],
		['two letters swapped', 'lpatop', [2]],
		['two letters swapped at the end', 'laptpo', [2]],
		['a swap in a prefix', 'smarpthon', [6]],
		['two words, each with a wrong letter', 'ankera gowm', [3]],
		['nothing for two wrong letters', 'lqptqp', []],
	])('finds %s', async (_, text, expected) => {
		const found = await find(text);
		expect(found.toSorted()).toEqual(expected.toSorted());
	});

	test('finds words in all their spellings', async () => {
		const titles = [...new Set(searchCases.map(({ title }) => title))];
		await put(...titles.map((title, index) => ({ id: 1000 + index, title, text: '' })));
		const wrong: unknown[] = [];
		for (const [text, cases] of Map.groupBy(searchCases, ({ search }) => search)) {
			const found = await findIds(db, toSearchWords(text), 200);
			for (const { title, isFound } of cases) {
				if (found.includes(1000 + titles.indexOf(title)) !== isFound) wrong.push([text, title, toSearchWords(text)]);
			}
		}
		await db.transaction(async (tx) => {
			for (const index of titles.keys()) await searchIndex.remove(tx, 1000 + index);
		});
		expect(wrong).toEqual([]);
	});

	test('corrects the letters of words with digits or hyphens', async () => {
		await put({ id: 10, title: 'iPhone 12', text: '' }, { id: 11, title: 'Hand-made bag', text: '' });
		expect(await find('ihpone12')).toEqual([10]);
		expect(await find('hnad-made bag')).toEqual([11]);
		expect(await find('lap-top')).toEqual([2]);
	});

	test('does not correct words that are known as one', async () => {
		await put({ id: 10, title: 'Wifi powerbank', text: '' });
		expect(await correctSearchWords(db, [searchIndex], 'wi fi power bank')).toEqual(['wi', 'fi', 'power', 'bank']);
		const run = (words: string[]) => findIds(db, words);
		expect(await searchWithCorrection(db, [searchIndex], 'wi fi', run, (ids) => ids.length === 0)).toEqual([10]);
		expect(await searchWithCorrection(db, [searchIndex], 'wifi pwoer bank', run, (ids) => ids.length === 0)).toEqual([
			10,
		]);
	});

	test('returns the corrected words', async () => {
		expect(await correctSearchWords(db, [searchIndex], 'Lpatop, for  SCHOOL')).toEqual(['laptop', 'for', 'school']);
		expect(await correctSearchWords(db, [searchIndex], 'gen gen')).toEqual(['gen']);
		expect(await correctSearchWords(db, [searchIndex], 'xyzzyx')).toEqual(['xyzzyx']);
		expect(await correctSearchWords(db, [searchIndex], '12')).toEqual(['12']);
	});

	test('corrects to the most frequent word', async () => {
		await put(
			{ id: 10, title: 'lamp', text: '' },
			{ id: 11, title: 'lamp', text: '' },
			{ id: 12, title: 'lamb', text: '' },
		);
		expect(await correctSearchWords(db, [searchIndex], 'lamq')).toEqual(['lamp']);
	});

	test('does not correct to a word whose last document is gone', async () => {
		await put({ id: 10, title: 'kettle', text: '' });
		expect(await find('kettel')).toEqual([10]);
		await db.transaction((tx) => searchIndex.remove(tx, 10));
		expect(await correctSearchWords(db, [searchIndex], 'kettel')).toEqual(['kettel']);
	});

	test('does not correct a word of another index', async () => {
		await db.transaction((tx) => otherIndex.put(tx, { id: 1, title: 'laptip', text: '' }));
		expect(await correctSearchWords(db, [searchIndex, otherIndex], 'laptip')).toEqual(['laptip']);
		await db.transaction((tx) => otherIndex.remove(tx, 1));
	});

	test('ranks whole title words, title prefixes, then text; newer first', async () => {
		await put({ id: 20, title: 'A generator', text: '' }, { id: 21, title: 'x', text: 'generator' });
		expect(await find('generator')).toEqual([20, 1, 4, 21, 2]);
		expect(await find('generator', 3)).toEqual([20, 1, 4]);
	});

	test('returns each match once across pages despite insertions', async () => {
		await put({ id: 20, title: 'A generator', text: '' }, { id: 21, title: 'x', text: 'generator' });
		for (const limit of [1, 2, 3, 4, 5]) {
			const ids: number[] = [];
			let cursor: string | undefined;
			do {
				const page = await searchIndex.findPage(db, ['generator'], { limit, cursor });
				expect(page.ids.length).toBeLessThanOrEqual(limit);
				ids.push(...page.ids);
				cursor = page.next_cursor ?? undefined;
				await put({ id: 40 + ids.length, title: 'generator', text: '' });
			} while (cursor);
			await db.transaction(async (tx) => {
				for (let id = 40; id <= 50; id += 1) await searchIndex.remove(tx, id);
			});
			expect(ids).toEqual([20, 1, 4, 21, 2]);
		}
		await expect(searchIndex.findPage(db, ['generator'], { limit: 2, cursor: 'nonsense' })).rejects.toThrow();
	});

	test('partitions all matches into disjoint classes', async () => {
		for (const words of [['generator'], ['gen'], ['clean', 'generator'], ['a']]) {
			const classes = await Promise.all(
				matchClasses.map((matchClass) => searchIndex.findNewest(db, { words, class: matchClass }, 50)),
			);
			const allIds = await searchIndex.findNewest(db, { words, class: 'any' }, 50);
			expect(classes.flat().toSorted((a, b) => b - a)).toEqual(allIds);
			expect(new Set(classes.flat()).size).toBe(allIds.length);
		}
	});

	test.each([
		'"',
		'*',
		':',
		"'",
		'\\',
		'(',
		'^',
		'-',
		'&',
		'|',
		'!',
		'<->',
		'{title}',
		'%',
		'_',
		'\u0000',
		'\uD800',
		' \t\n',
		'',
		'🙂',
		"'; drop table search_things; --",
		'NEAR(a b)',
		'title : laptop',
		'"laptop',
		'laptop*',
		'lap AND',
		'OR',
		'NOT',
		'~laptop',
		'#c',
		'ⵣ ꙮ 漢字 אב',
		'x'.repeat(100),
		'a '.repeat(50),
		'\u0301'.repeat(100),
		'ﷺ'.repeat(30),
	])('treats %j as text', async (text) => {
		await find(text);
		expect(await find('laptop')).toEqual([2]);
	});

	test('finds nothing for text without words', async () => {
		for (const text of ['', ' ', '*', '"', ':', '%', '🙂']) expect(await find(text), text).toEqual([]);
		expect(await find('laptop*')).toEqual([2]);
		expect(await find('"laptop" (school)')).toEqual([2]);
	});

	test('indexes and finds any Unicode text', async () => {
		const title = '漢字 אבג ⵣⴰⵣ ꙮ \u{1F9FF} \uD800 \u0000 x\u0301 ﬁne';
		await put({ id: 30, title, text: `${'w'.repeat(5000)} ${title}` });
		expect(await find('漢字')).toEqual([30]);
		expect(await find('אבג')).toEqual([30]);
		expect(await find('fine')).toEqual([30]);
		expect(await find('w'.repeat(100))).toEqual([30]);
	});

	test('replaces and removes documents transactionally', async () => {
		const change = (tx: Tx) => searchIndex.put(tx, { id: 2, title: 'Tablet', text: '' });
		const failing = db.transaction(async (tx) => {
			await change(tx);
			expect(await findIds(tx, ['tablet'])).toEqual([2]);
			throw new Error('no');
		});
		await expect(failing).rejects.toThrow('no');
		expect(await find('laptop')).toEqual([2]);
		await db.transaction(change);
		expect(await findIds(db, ['laptop'])).toEqual([]);
		expect(await find('tablet')).toEqual([2]);
		await db.transaction((tx) => searchIndex.remove(tx, 2));
		await db.transaction((tx) => searchIndex.remove(tx, 2));
		expect(await find('tablet')).toEqual([]);
	});

	test('adds the same new words concurrently', async () => {
		await Promise.all(
			Array.from({ length: 12 }, (_, index) =>
				put({ id: 40 + index, title: index % 2 ? 'zebra yak' : 'yak zebra', text: 'wombat' }),
			),
		);
		expect(await find('zebra wombat')).toHaveLength(12);
	});

	if (engine === 'postgres') {
		test('clears an index while a backup reads it, and leaves what the backup reads', async () => {
			const countRows = (db: Kysely<unknown>) =>
				sql`select (select count(*) from search_things) as documents, (select count(*) from search_words) as words`
					.execute(db)
					.then(({ rows }) => rows[0]);
			await db.kysely
				.transaction()
				.setIsolationLevel('repeatable read')
				.execute(async (backup) => {
					const before = await countRows(backup);
					await db.transaction((tx) => clearSearchIndexes(tx, [searchIndex]));
					expect(await find('generator')).toEqual([]);
					expect(await countRows(backup)).toEqual(before);
				});
		});
	}

	test('filters by facets and facet prefixes', async () => {
		const facets = (category: string, ...places: string[]) => [
			{ name: 'category', value: category },
			...places.map((value) => ({ name: 'place', value })),
		];
		await put(
			{ id: 50, title: 'chair', text: '', facets: facets("Women's Shoes", 'Yaba', 'Lagos') },
			{ id: 51, title: 'chair', text: '', facets: facets("Women's Bags", 'Kano') },
			{ id: 52, title: 'chair', text: '' },
		);
		const findChairs = (...filters: FacetFilter[]) =>
			searchIndex.findNewest(db, { words: ['chair'], class: 'any', facets: filters }, 50);
		expect(await findChairs()).toEqual([52, 51, 50]);
		expect(await findChairs({ name: 'category', anyOf: ["Women's Shoes"] })).toEqual([50]);
		expect(await findChairs({ name: 'category', anyOf: ["Women's"] })).toEqual([]);
		expect(await findChairs({ name: 'category', anyOf: ["Women's Shoes", "Women's Bags"] })).toEqual([51, 50]);
		expect(await findChairs({ name: 'place', anyOf: ['lag'], prefix: true })).toEqual([50]);
		expect(
			await findChairs({ name: 'place', anyOf: ['KANO'] }, { name: 'category', anyOf: ["Women's Shoes"] }),
		).toEqual([]);
		// A search for the value of a facet finds nothing, because facets are not searchable text.
		expect(await find('lagos')).toEqual([]);
	});

	test('filters numbers by range and step', async () => {
		const prices = [100, 5000, 5400, 70_000, 1_000_000_000_000];
		await put(
			...prices.map((value, index) => ({
				id: 50 + index,
				title: 'chair',
				text: '',
				facets: toNumberFacets('price', value),
			})),
			{ id: 55, title: 'chair', text: '', facets: [{ name: 'price', value: 'none' }] },
		);
		const bounds = { min: 100, max: 1_000_000_000_000 };
		async function findChairs({ noneOf, ...filter }: FacetFilter): Promise<number[]> {
			const search = (matchClass: 'any' | 'filtered', facet: FacetFilter) =>
				searchIndex.findNewest(db, { words: ['chair'], class: matchClass, facets: [facet] }, 50);
			const found = await search('any', filter);
			// An engine may exclude the other values instead.
			const others = noneOf && { noneOf };
			expect(await search('any', { ...filter, ...others })).toEqual(found);
			expect(await search('filtered', { ...filter, ...others })).toEqual(found);
			return found;
		}
		const findRange = (least: number, most: number) =>
			findChairs(createRangeFilter('price', [least, most], bounds, ['none']));
		expect(await findRange(1, 1_000_000_000_000)).toEqual([54, 53, 52, 51, 50]);
		expect(await findRange(5000, 1_000_000_000_000)).toEqual([54, 53, 52, 51]);
		expect(await findRange(100, 900_000_000_000)).toEqual([53, 52, 51, 50]);
		expect(await findRange(100, 100_000_000_000)).toEqual([53, 52, 51, 50]);
		expect(await findRange(5000, 70_000)).toEqual([53, 52, 51]);
		expect(await findRange(20_000, 60_000)).toEqual([]);
		expect(await findRange(70_000, 5000)).toEqual([]);
		expect(await findChairs(createStepsFilter('price', [toLogarithmicStep(70_000)]))).toEqual([53]);
	});

	test('limits the newest matches by number and highest id', async () => {
		await put(...Array.from({ length: 11 }, (_, index) => ({ id: 50 + index, title: 'chair', text: '' })));
		const match = { words: ['chair'], class: 'any' } as const;
		expect(await searchIndex.findNewest(db, match, 3)).toEqual([60, 59, 58]);
		expect(await searchIndex.findNewest(db, { ...match, upTo: 57 }, 3)).toEqual([57, 56, 55]);
		expect(await searchIndex.findNewest(db, { ...match, upTo: 52 }, 3)).toEqual([52, 51, 50]);
		expect(await searchIndex.findNewest(db, { ...match, upTo: 51 }, 3)).toEqual([51, 50]);
	});
});

describe('tokenize', () => {
	test('returns lower-case words without marks', () => {
		expect(tokenize("Ọ̀yọ́'s 2-in-1 CAFÉ\nƘARFE")).toEqual(['oyos', '2', 'in', '1', 'cafe', 'karfe']);
		expect(tokenize(`${'a'.repeat(60)} b`)).toEqual(['a'.repeat(40), 'b']);
	});

	test('joins and splits the words of documents, and keeps hyphens of searches', () => {
		const words = (text: string) => listDocumentWords(text).sort();
		expect(words('Wi-Fi')).toEqual(['fi', 'wi', 'wifi']);
		expect(words('iPhone12 Pro')).toEqual(['12', '12pro', 'iphone', 'iphone12', 'iphone12pro', 'pro']);
		expect(words('Size 42. 3 left, not worn')).toEqual([
			...['3', '3left', '42', 'left', 'not', 'size', 'size42', 'worn'],
		]);
		expect(toSearchWords('Wi–Fi 2-in-1 a-b-c-d - x')).toEqual(['wi-fi', '2-in-1', 'a', 'b', 'c', 'd', 'x']);
	});
});
