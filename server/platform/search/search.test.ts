import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database, Db, Tx } from '../database/index.ts';
import { onBothEngines, openTestDatabase } from '../testing/database.ts';
import {
	correctWords,
	createRangeFilter,
	createSearchIndex,
	createStepsFilter,
	type FacetFilter,
	matchClasses,
	openSearchIndex,
	type SearchDocument,
	tokenize,
	toMigrationTx,
	toNumberFacets,
	toStep,
} from './index.ts';

let db: Database;
const things = openSearchIndex('things');
const other = openSearchIndex('other');

const documents: SearchDocument[] = [
	{ id: 1, title: 'Clean generator', text: 'Starts at the first pull. Ibadan, Ọ̀yọ́' },
	{ id: 2, title: 'Laptop for school', text: 'A generator is not needed: ten hours of battery' },
	{ id: 3, title: 'Ankara gown', text: 'Two fabrics, sewn in Kano' },
	{ id: 4, title: 'Generators and parts', text: 'Plugs, oil, service' },
	{ id: 5, title: 'ƊANSHIKI', text: 'Hand-made; size XL, 3-piece' },
	{ id: 6, title: 'Smartphone 128GB', text: "Women's colours, 5G" },
];

const put = (...some: SearchDocument[]) =>
	db.transaction(async (tx) => {
		for (const document of some) await things.put(tx, document);
	});
const best = async (at: Db, words: readonly string[], limit = 50) => (await things.findPage(at, words, { limit })).ids;
const find = async (text: string, most?: number) => best(db, await correctWords(db, [things, other], text), most);

onBothEngines('search', (engine) => {
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
			for (let id = 1; id <= 60; id += 1) await things.remove(tx, id);
		});
		await put(...documents);
	});

	test.each([
		['an exact word', 'laptop', [2]],
		['a word of the text', 'fabrics', [3]],
		['any case', 'LAPtop', [2]],
		['as one types', 'lap', [2]],
		['two letters', 'la', [2]],
		['words together', 'gown ankara', [3]],
		['words of title and text', 'gown kano', [3]],
		['not where one of the words is missing', 'gown lagos', []],
		['a word without its accents', 'oyo', [1]],
		['a word with its accents', 'Ọ̀YỌ́', [1]],
		['a word with other accents', 'ÖyÓ', [1]],
		['Hausa letters', 'danshiki', [5]],
		['Hausa letters as they are written', 'ɗanshiki', [5]],
		['words parted by punctuation', 'hand made', [5]],
		['letters and digits', '128gb', [6]],
		['an apostrophe', 'women’s', [6]],
		['a number', '128', [6]],
		['one letter other', 'laptap', [2]],
		['one letter missing', 'genrator', [1, 4, 2]],
		['one letter too many', 'laptoop', [2]],
		['two letters swapped', 'lpatop', [2]],
		['two letters swapped at the end', 'laptpo', [2]],
		['a swap within what is being typed', 'smarpthon', [6]],
		['two words, each with a wrong letter', 'ankera gowm', [3]],
		['not two wrong letters', 'lqptqp', []],
	])('finds %s', async (_, text, expected) => {
		const found = await find(text);
		expect(found.toSorted()).toEqual(expected.toSorted());
	});

	test('tells how the words were understood', async () => {
		expect(await correctWords(db, [things], 'Lpatop, for  SCHOOL')).toEqual(['laptop', 'for', 'school']);
		expect(await correctWords(db, [things], 'gen gen')).toEqual(['gen']);
		expect(await correctWords(db, [things], 'xyzzyx')).toEqual(['xyzzyx']);
		expect(await correctWords(db, [things], '12')).toEqual(['12']);
	});

	test('corrects to the most frequent word', async () => {
		await put(
			{ id: 10, title: 'lamp', text: '' },
			{ id: 11, title: 'lamp', text: '' },
			{ id: 12, title: 'lamb', text: '' },
		);
		expect(await correctWords(db, [things], 'lamq')).toEqual(['lamp']);
	});

	test('does not correct to a word whose last document is gone', async () => {
		await put({ id: 10, title: 'kettle', text: '' });
		expect(await find('kettel')).toEqual([10]);
		await db.transaction((tx) => things.remove(tx, 10));
		expect(await correctWords(db, [things], 'kettel')).toEqual(['kettel']);
	});

	test('a word that another index knows is not corrected', async () => {
		await db.transaction((tx) => other.put(tx, { id: 1, title: 'laptip', text: '' }));
		expect(await correctWords(db, [things, other], 'laptip')).toEqual(['laptip']);
		await db.transaction((tx) => other.remove(tx, 1));
	});

	test('puts whole words of the title first, then its beginnings, then the text; newer before older', async () => {
		await put({ id: 20, title: 'A generator', text: '' }, { id: 21, title: 'x', text: 'generator' });
		expect(await find('generator')).toEqual([20, 1, 4, 21, 2]);
		expect(await find('generator', 3)).toEqual([20, 1, 4]);
	});

	test('goes on page by page, each once, whatever comes meanwhile', async () => {
		await put({ id: 20, title: 'A generator', text: '' }, { id: 21, title: 'x', text: 'generator' });
		for (const limit of [1, 2, 3, 4, 5]) {
			const walked: number[] = [];
			let cursor: string | undefined;
			do {
				const page = await things.findPage(db, ['generator'], { limit, cursor });
				expect(page.ids.length).toBeLessThanOrEqual(limit);
				walked.push(...page.ids);
				cursor = page.nextCursor ?? undefined;
				await put({ id: 40 + walked.length, title: 'generator', text: '' });
			} while (cursor);
			await db.transaction(async (tx) => {
				for (let id = 40; id <= 50; id += 1) await things.remove(tx, id);
			});
			expect(walked).toEqual([20, 1, 4, 21, 2]);
		}
		await expect(things.findPage(db, ['generator'], { limit: 2, cursor: 'nonsense' })).rejects.toThrow();
	});

	test('the classes do not overlap and make up all', async () => {
		for (const words of [['generator'], ['gen'], ['clean', 'generator'], ['a']]) {
			const parts = await Promise.all(
				matchClasses.map((wanted) => things.findNewest(db, { words, class: wanted }, 50)),
			);
			const all = await things.findNewest(db, { words, class: 'any' }, 50);
			expect(parts.flat().toSorted((a, b) => b - a)).toEqual(all);
			expect(new Set(parts.flat()).size).toBe(all.length);
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
	])('%j is only text', async (text) => {
		await find(text);
		expect(await find('laptop')).toEqual([2]);
	});

	test('text of no words finds nothing', async () => {
		for (const text of ['', ' ', '*', '"', ':', '%', '🙂']) expect(await find(text), text).toEqual([]);
		expect(await find('laptop*')).toEqual([2]);
		expect(await find('"laptop" (school)')).toEqual([2]);
		expect(await find('lap-top')).toEqual([]);
	});

	test('a document of any letters can be put and found', async () => {
		const title = '漢字 אבג ⵣⴰⵣ ꙮ \u{1F9FF} \uD800 \u0000 x\u0301 ﬁne';
		await put({ id: 30, title, text: `${'w'.repeat(5000)} ${title}` });
		expect(await find('漢字')).toEqual([30]);
		expect(await find('אבג')).toEqual([30]);
		expect(await find('fine')).toEqual([30]);
		expect(await find('w'.repeat(100))).toEqual([30]);
	});

	test('a change replaces the document, a removal takes it out; both with their transaction', async () => {
		const change = (tx: Tx) => things.put(tx, { id: 2, title: 'Tablet', text: '' });
		const failing = db.transaction(async (tx) => {
			await change(tx);
			expect(await best(tx, ['tablet'])).toEqual([2]);
			throw new Error('no');
		});
		await expect(failing).rejects.toThrow('no');
		expect(await find('laptop')).toEqual([2]);
		await db.transaction(change);
		expect(await best(db, ['laptop'])).toEqual([]);
		expect(await find('tablet')).toEqual([2]);
		await db.transaction((tx) => things.remove(tx, 2));
		await db.transaction((tx) => things.remove(tx, 2));
		expect(await find('tablet')).toEqual([]);
	});

	test('many can put the same new words at once', async () => {
		await Promise.all(
			Array.from({ length: 12 }, (_, index) =>
				put({ id: 40 + index, title: index % 2 ? 'zebra yak' : 'yak zebra', text: 'wombat' }),
			),
		);
		expect(await find('zebra wombat')).toHaveLength(12);
	});

	test('facets part what matches; a value may be asked for by its beginning', async () => {
		const facets = (category: string, ...places: string[]) => [
			{ name: 'category', value: category },
			...places.map((value) => ({ name: 'place', value })),
		];
		await put(
			{ id: 50, title: 'chair', text: '', facets: facets("Women's Shoes", 'Yaba', 'Lagos') },
			{ id: 51, title: 'chair', text: '', facets: facets("Women's Bags", 'Kano') },
			{ id: 52, title: 'chair', text: '' },
		);
		const ask = (...filters: FacetFilter[]) =>
			things.findNewest(db, { words: ['chair'], class: 'any', facets: filters }, 50);
		expect(await ask()).toEqual([52, 51, 50]);
		expect(await ask({ name: 'category', anyOf: ["Women's Shoes"] })).toEqual([50]);
		expect(await ask({ name: 'category', anyOf: ["Women's"] })).toEqual([]);
		expect(await ask({ name: 'category', anyOf: ["Women's Shoes", "Women's Bags"] })).toEqual([51, 50]);
		expect(await ask({ name: 'place', anyOf: ['lag'], prefix: true })).toEqual([50]);
		expect(await ask({ name: 'place', anyOf: ['KANO'] }, { name: 'category', anyOf: ["Women's Shoes"] })).toEqual([]);
		// What a document is stands apart from what it says.
		expect(await find('lagos')).toEqual([]);
	});

	test('numbers can be asked for by a range and by a step', async () => {
		const prices = [100, 5000, 5400, 70_000, 1_000_000_000_000];
		await put(
			...prices.map((value, index) => ({
				id: 50 + index,
				title: 'chair',
				text: '',
				facets: toNumberFacets('price', value),
			})),
		);
		const ask = (filter: FacetFilter) =>
			things.findNewest(db, { words: ['chair'], class: 'any', facets: [filter] }, 50);
		expect(await ask(createRangeFilter('price', 1, 1_000_000_000_000))).toEqual([54, 53, 52, 51, 50]);
		expect(await ask(createRangeFilter('price', 5000, 70_000))).toEqual([53, 52, 51]);
		expect(await ask(createRangeFilter('price', 20_000, 60_000))).toEqual([]);
		expect(await ask(createRangeFilter('price', 70_000, 5000))).toEqual([]);
		expect(await ask(createStepsFilter('price', [toStep(70_000)]))).toEqual([53]);
	});

	test('the newest are told up to an id and a number, of few and of many', async () => {
		await put(...Array.from({ length: 11 }, (_, index) => ({ id: 50 + index, title: 'chair', text: '' })));
		const match = { words: ['chair'], class: 'any' } as const;
		expect(await things.findNewest(db, match, 3)).toEqual([60, 59, 58]);
		expect(await things.findNewest(db, { ...match, upTo: 57 }, 3)).toEqual([57, 56, 55]);
		expect(await things.findNewest(db, { ...match, upTo: 52 }, 3)).toEqual([52, 51, 50]);
		expect(await things.findNewest(db, { ...match, upTo: 51 }, 3)).toEqual([51, 50]);
	});
});

describe('words', () => {
	test('are letters and digits in lower case without marks', () => {
		expect(tokenize("Ọ̀yọ́'s 2-in-1 CAFÉ\nƘARFE")).toEqual(['oyos', '2', 'in', '1', 'cafe', 'karfe']);
		expect(tokenize(`${'a'.repeat(60)} b`)).toEqual(['a'.repeat(40), 'b']);
	});
});
