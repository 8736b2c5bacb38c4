import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Reads the glossary: the words of its last column by the terms that replace them. */
function readRetiredWords(page: string): Map<string, string> {
	const [, glossary = ''] = page.split('\n## Glossary\n');
	const rows = glossary.matchAll(/^\| (\*\*.+?) \| .+ \| (\w.*) \|$/gm);
	return new Map(
		Array.from(rows, ([, terms = '', words = '']) =>
			words.split(', ').map((word): [string, string] => [word, terms.replaceAll('*', '')]),
		).flat(),
	);
}

const retiredWords = readRetiredWords(readFileSync('docs/conventions.md', 'utf8'));

/** Exported names that may contain a retired word, because they are operation names of the API. */
const wireNames = ['listLess', 'showLess'];

const folders = ['bench', 'checks', 'contract', 'e2e', 'endurance', 'main', 'scripts', 'server', 'text', 'web'];
/** Landed migrations never change, and sample content is data, so neither is checked. */
const exempt = /^(server\/migrations\/\d|main\/sample\/)/;
const exported =
	/^export (?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

function wordsOf(name: string): string[] {
	return (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** Finds retired words in the name of a file and in the names that the file exports. */
function retiredIn(path: string, source: string): string[] {
	const file = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
	const names = [file, ...Array.from(source.matchAll(exported), ([, name = '']) => name)];
	return names
		.filter((name) => !wireNames.includes(name))
		.flatMap((name) =>
			wordsOf(name)
				.filter((word) => retiredWords.has(word))
				.map((word) => `${path}: ${name}: instead of '${word}' say ${retiredWords.get(word)}`),
		);
}

test('reads the last column of the glossary', () => {
	const page = '# a\n\n| **b** | c | d |\n\n## Glossary\n\n| **e**, **f** | g; h | i, j |\n| **k** | l | |\n';
	expect(readRetiredWords(page)).toEqual(
		new Map([
			['i', 'e, f'],
			['j', 'e, f'],
		]),
	);
	expect(retiredWords.size).toBeGreaterThan(10);
});

test.each([
	['web/ads/advert-card.ts', '', "web/ads/advert-card.ts: advert-card: instead of 'advert' say ad"],
	[
		'server/likes/likes.ts',
		'export class BookmarkError {}',
		"server/likes/likes.ts: BookmarkError: instead of 'bookmark' say comment, like, save, follow, report",
	],
	[
		'web/ads/ads.ts',
		'export async function lessOfThis() {}',
		"web/ads/ads.ts: lessOfThis: instead of 'less' say mute preference",
	],
])('finds a retired word in %s', (path, source, problem) => {
	expect(retiredIn(path, source)).toEqual([problem]);
});

test('accepts a retired word inside another word or in a private name', () => {
	expect(retiredIn('web/ads/ad.ts', 'export const lesson = 1;\nconst news = 2;')).toEqual([]);
});

test('no file name or exported name uses a retired word', () => {
	const paths = folders
		.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => /\.(tsx?|mjs)$/.test(path) && !exempt.test(path));
	expect(paths.length).toBeGreaterThan(500);
	expect(paths.flatMap((path) => retiredIn(path, readFileSync(path, 'utf8')))).toEqual([]);
});
