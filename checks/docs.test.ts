import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatInteger } from '../contract/core/format-integer.ts';
import * as limits from '../contract/core/limits.ts';
import { defaultBrand } from '../contract/market-settings/brand.ts';
import { categories } from '../contract/market-settings/categories.ts';
import { marketLimitRanges, settingLimits } from '../contract/market-settings/market-limits.ts';
import { marketLimitsSchema, marketValuesSchema } from '../contract/market-settings/market-settings.ts';
import { themeColours } from '../contract/market-settings/theme-colours.ts';
import * as mediaLimits from '../contract/media/limits.ts';
import { verificationLimits } from '../contract/verification/verification-limits.ts';
import { listCodeBlocks, listPages, readPage, removeCodeBlocks } from '../main/testing/documents.ts';
import { listSentences } from '../scripts/sentences.ts';
import { listSettings } from '../server/core/config.ts';
import { defaultRateLimits } from '../server/http/index.ts';

/** Texts of pages by their path from the repository root. Tests also pass made-up pages. */
type Pages = Record<string, string>;

const index = 'docs/README.md';
/** Records and the changelog describe earlier states of the code. Lessons and credits are content of the market. */
const isHistory = (page: string) => /^docs\/decisions\/|^CHANGELOG\.md$/.test(page);
const isContent = (page: string) => page.startsWith('main/sample/');
/** Folders of the repository's code, where a page may name a file. */
const codeFolders =
	/^(bench|checks|contract|docs|e2e|endurance|main|scripts|server|text|third-party|web)\/|^[\w.-]+\.(ts|json|yaml|md)$/;
/** Files of examples, which their readers create, and the one of an export. */
const madeUpFiles = ['page.tsx', 'page.test.tsx', 'body.json', 'manifest.json'];

const pages: Pages = Object.fromEntries(listPages().map((page) => [page, readPage(page)]));

/** Returns the anchors of a page's headings, as GitHub writes them. */
function listAnchors(source: string): string[] {
	const counts = new Map<string, number>();
	return [...removeCodeBlocks(source).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => {
		const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
		const anchor = text
			.trim()
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-');
		const count = counts.get(anchor) ?? 0;
		counts.set(anchor, count + 1);
		return count === 0 ? anchor : `${anchor}-${count}`;
	});
}

/** Lists links and images that lead to a file of the repository. */
function listLinks(page: string, source: string): { path: string; anchor: string; line: string }[] {
	const text = removeCodeBlocks(source).replaceAll(/`[^`\n]*`(?!\])/g, '');
	return [...text.matchAll(/\]\(([^()\s]+)\)/g)]
		.map(([, target = '']) => target)
		.filter((target) => !/^(https?|mailto):/.test(target))
		.map((target) => {
			const [file = '', anchor = ''] = target.split('#');
			const path = file === '' ? page : posix.join(posix.dirname(page), decodeURI(file));
			return { path: path.replace(/\/$/, ''), anchor, line: `${page}: ${target}` };
		});
}

function findBrokenLinks(all: Pages, exists = existsSync): string[] {
	return Object.entries(all).flatMap(([page, source]) =>
		listLinks(page, source).flatMap(({ path, anchor, line }) => {
			const target = all[path];
			if (target === undefined) return exists(path) && anchor === '' ? [] : [line];
			return anchor === '' || listAnchors(target).includes(anchor) ? [] : [line];
		}),
	);
}

/** Lists the scripts of package.json that a text names, such as `npm run check` and `npm test`. */
function listScripts(source: string): string[] {
	const found = source.matchAll(/\bnpm (?:run (?:--\S+ )*([a-z][\w:-]*)|(start|test)\b)/g);
	return [...found].map(([, script, shortcut]) => script ?? shortcut ?? '');
}

/** Lists the files of the repository that a text names in inline code. `{a,b}` and `*` are patterns. */
function listCodePaths(source: string): string[] {
	return [...removeCodeBlocks(source).matchAll(/`([\w.@{}*,/+-]+)`/g)]
		.map(([, code = '']) => code)
		.filter((code) => codeFolders.test(code) && !madeUpFiles.includes(code));
}

const codeFileNames = new Set(
	globSync('{.,bench,checks,contract,docs,e2e,endurance,main,scripts,server,text,third-party,web}/**/*', {
		exclude: (path) => path.includes('node_modules'),
	}).map((path) => posix.basename(path)),
);

/** Whether a path from the root exists. A name without a folder may be that of any file. */
const isCodeFile = (path: string) =>
	path.includes('/') ? globSync(path).length > 0 : existsSync(path) || codeFileNames.has(path);

describe('links', () => {
	test('lead to files and headings that exist', () => {
		expect(findBrokenLinks(pages)).toEqual([]);
	});

	test.each([
		['a missing file', '[a](b.md)'],
		['a missing heading', '[a](#c)'],
		['a missing heading of another page', '[a](../README.md#c)'],
		['a heading in a code block', '```sh\n# c\n```\n[a](#c)'],
		['a missing picture', '![a](a.webp)'],
	])('to %s are found', (_, source) => {
		const made = { 'docs/a.md': source, 'README.md': '# Kasuwa' };
		expect(findBrokenLinks(made, () => false)).toHaveLength(1);
	});

	test('to headings follow the rules of GitHub', () => {
		expect(listAnchors('# Who may do what?\n## `a`: b & c\n## Same\n## Same')).toEqual([
			'who-may-do-what',
			'a-b--c',
			'same',
			'same-1',
		]);
	});
});

test('the index lists every page of docs/ once', () => {
	const listed = listLinks(index, pages[index] ?? '').map(({ path }) => path);
	const expected = Object.keys(pages).filter((page) => /^docs\/[^/]+\.md$/.test(page) && page !== index);
	expect(listed.filter((path) => /^docs\/[^/]+\.md$/.test(path)).sort()).toEqual(expected);
	expect(pages['README.md']).toContain(`](${index})`);
});

describe('decision records', () => {
	const folder = 'docs/decisions';
	const records = Object.keys(pages).filter((page) => /^docs\/decisions\/\d{4}-/.test(page));
	const toTitle = (page: string) => (pages[page] ?? '').split('\n', 1)[0]?.replace(/^# /, '') ?? '';
	const toSuccessor = (page: string) => /Status: superseded by record (\d+)/.exec(pages[page] ?? '')?.[1];

	test('are listed once in the index, with their titles and successors', () => {
		const lines = (pages[`${folder}/README.md`] ?? '').split('\n').filter((line) => line.startsWith('- '));
		const expected = records.map((page) => {
			const successor = toSuccessor(page);
			return `- [${toTitle(page)}](${posix.basename(page)})${successor ? ` (superseded by ${successor})` : ''}`;
		});
		expect(lines.sort()).toEqual(expected.sort());
	});

	test('have numbers without gaps', () => {
		const numbers = records.map((page) => Number(posix.basename(page).slice(0, 4)));
		expect(numbers).toEqual(Array.from(records, (_, index) => index + 1));
	});

	test('begin with number and title, date and status', () => {
		for (const page of records) {
			const number = Number(posix.basename(page).slice(0, 4));
			expect(pages[page], page).toMatch(
				new RegExp(
					`^# ${number}\\. .+\n\nDate: 20\\d\\d-\\d\\d-\\d\\d\\. Status: (accepted|superseded by record \\d+)(; .+)?\\.\n\n`,
				),
			);
		}
	});
});

test('every npm script that a page names exists', () => {
	const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
	const named = Object.entries(pages)
		.filter(([page]) => !isHistory(page))
		.flatMap(([page, source]) => listScripts(source).map((script) => ({ page, script })));
	expect(named.length).toBeGreaterThan(50);
	expect(named.filter(({ script }) => !(script in scripts))).toEqual([]);
	expect(listScripts('`npm run nothing -- a`, npm run test:tools and npm start')).toEqual([
		'nothing',
		'test:tools',
		'start',
	]);
});

test('every code file that a page names exists', () => {
	const named = Object.entries(pages)
		.filter(([page]) => !isHistory(page) && !isContent(page))
		.flatMap(([page, source]) => listCodePaths(source).map((path) => ({ page, path })));
	expect(named.length).toBeGreaterThan(100);
	expect(named.filter(({ path }) => !isCodeFile(path))).toEqual([]);
	expect(listCodePaths('`server/nothing.ts`, `/api/ads`, `web/{a,b}.ts`')).toEqual([
		'server/nothing.ts',
		'web/{a,b}.ts',
	]);
	expect(['server/nothing.ts', 'nothing.ts', 'docs.test.ts', 'server/*.ts'].map(isCodeFile)).toEqual([
		false,
		false,
		true,
		true,
	]);
});

test('code blocks name their language', () => {
	const blocks = Object.entries(pages)
		.filter(([page]) => !isContent(page))
		.flatMap(([page, source]) => listCodeBlocks(page, source));
	expect(blocks.length).toBeGreaterThan(30);
	expect(blocks.filter(({ language }) => language === '').map(({ page, line }) => `${page}:${line}`)).toEqual([]);
	expect(listCodeBlocks('a', 'b\n\n  ```sh\n  c\n    d\n  ```\n')).toEqual([
		{ page: 'a', line: 3, language: 'sh', text: 'c\n  d\n' },
	]);
});

test('docs/configuration.md lists every setting once, with its default', () => {
	const rows = [...(pages['docs/configuration.md'] ?? '').matchAll(/^\| `([A-Z][A-Z\d_]+)` \| (.+?) \|/gm)];
	const documented = rows.map(([, name = '', value = '']) => [name, value]).sort();
	const settings = listSettings({})
		// Systemd sets these.
		.filter(({ name }) => !name.startsWith('LISTEN_'))
		.map(({ name, value }) => [name, value === null ? '–' : `\`${value}\``])
		.sort();
	expect(documented).toEqual(settings);
});

describe('docs/settings.md', () => {
	const source = pages['docs/settings.md'] ?? '';
	const [settings = '', limitsOnly = ''] = source.split('\n## Limits\n');
	/** Lists the cells of the rows that begin with a name in backticks. */
	const listRows = (text: string) =>
		[...text.matchAll(/^\| `([a-z_]+)` \| (.+) \|$/gm)].map(([, name = '', cells = '']) => [
			name,
			...cells.split(' | '),
		]);

	test('lists every setting once, with its default and length', () => {
		const rows = listRows(settings);
		const names = Object.keys(marketValuesSchema.shape).filter((name) => name !== 'limits');
		expect(rows.map(([name]) => name).sort()).toEqual([...names, 'logo'].sort());
		const cells = new Map(rows.map(([name = '', ...rest]) => [name, rest]));
		const defaults = { ...defaultBrand, colour: themeColours.light.leaf };
		for (const [name, value] of Object.entries(defaults)) expect(cells.get(name)?.[0]).toBe(`\`${value}\``);
		const { name, tagline, slug, address, document } = settingLimits;
		const lengths = {
			name: `1 to ${name.max} `,
			tagline: `1 to ${tagline.max} `,
			slug: `${slug.min} to ${slug.max} `,
			address: `1 to ${address.max} `,
			terms: `1 to ${formatInteger(document.max)} `,
			privacy: `1 to ${formatInteger(document.max)} `,
			category_order: `each of the ${categories.length} `,
			hidden_categories: `up to ${categories.length - 1} `,
			logo: `a picture of up to ${mediaLimits.pictureBytes / 1024 ** 2} MB`,
		};
		for (const [name, start] of Object.entries(lengths))
			expect(cells.get(name)?.[1]?.slice(0, start.length)).toBe(start);
	});

	test('lists every limit that can be set once, with its default and range', () => {
		const levels = ['unverified', 'verified', 'older'] as const;
		const toRange = ({ min, max }: { min: number; max: number }) => `${formatInteger(min)} to ${formatInteger(max)}`;
		const quotas = (['ads', 'posts', 'comments', 'contacts', 'reviews', 'reports'] as const).map((kind) => [
			kind,
			...levels.map(
				(level) =>
					`${formatInteger(limits.postingQuota[level][kind])} (${toRange(marketLimitRanges.posting[level][kind])})`,
			),
		]);
		const others = Object.entries({
			uploads: defaultRateLimits.upload.most,
			sign_ups: defaultRateLimits.signUp.most,
			phone_codes: verificationLimits.phoneCodesPerDay.site,
		}).map(([name, most]) => [name, formatInteger(most), toRange(marketLimitRanges[name as 'uploads'])]);
		expect(listRows(limitsOnly).map((row) => row.slice(0, row[0] && row[0] in marketLimitRanges ? 3 : 4))).toEqual([
			...quotas,
			...others,
		]);
		const { posting, ...rest } = marketLimitsSchema.shape;
		expect(Object.keys(rest)).toEqual(others.map(([name]) => name));
		expect(Object.keys(posting.shape)).toEqual(levels);
		expect(Object.keys(posting.shape.older.shape)).toEqual(quotas.map(([kind]) => kind));
	});
});

test('docs/get-started.md quotes the errors of the start', () => {
	const [, section = ''] = (pages['docs/get-started.md'] ?? '').split('## If it does not start');
	const quotes = [...section.matchAll(/^\| `([A-Z][a-z].+?)`/gm)].map(([, quote = '']) => quote);
	const programs = ['main/run.ts', 'scripts/prepare.mjs', 'scripts/system-packages.mjs'].map((path) =>
		readFileSync(path, 'utf8').replaceAll(/\$\{port\}/g, '3000'),
	);
	expect(quotes.length).toBeGreaterThan(4);
	expect(quotes.filter((quote) => !programs.some((program) => program.includes(quote)))).toEqual([]);
});

test('docs/sell.md names what is on the screen in its words', () => {
	const sentences = new Set(listSentences().map(({ text }) => text));
	const named = [...(pages['docs/sell.md'] ?? '').matchAll(/\*\*(.+?)\*\*/g)].map(([, text = '']) => text);
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter((text) => !sentences.has(text))).toEqual([]);
});
