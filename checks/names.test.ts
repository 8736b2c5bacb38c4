import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words that exported names and file names must not contain, and the terms that replace them. */
const retiredWords: Record<string, string> = {
	asking: 'context, request',
	awake: 'hydrated',
	begun: 'started',
	desk: 'admin',
	doing: 'action',
	doors: 'services',
	face: 'state, overlay',
	faces: 'states, overlays',
	forget: 'clear, remove',
	happened: 'event',
	heard: 'received, handled',
	house: 'files, modules',
	keeper: 'store, cache',
	kept: 'cached, persisted, pending',
	ladder: 'dependencies',
	leaving: 'account deletion, unsaved changes',
	less: 'mute, hide similar',
	lessened: 'muted',
	news: 'notification, event',
	noticing: 'detection',
	pace: 'quota',
	patience: 'timeout, retry policy',
	plant: 'seed',
	planted: 'seeded',
	prepared: 'cached response',
	refusal: 'error, rejection',
	refuse: 'reject, assert',
	refused: 'rejected',
	repeats: 'idempotency',
	said: 'message',
	say: 'message, send',
	shown: 'visible',
	standing: 'status',
	taking: 'enroll',
	taste: 'preferences',
	tell: 'notify, send',
	teller: 'notifier',
	things: 'items',
	told: 'notified, sent',
	troubles: 'errors',
	turns: 'locks',
	wish: 'intent',
};

/** Exported names that may contain a forbidden word, because they are operation names of the API. */
const wireNames = ['listLess', 'showLess'];

const folders = ['bench', 'checks', 'contract', 'e2e', 'endurance', 'main', 'scripts', 'server', 'text', 'web'];
/** Landed migrations never change, and sample content is data, so neither is checked. */
const exempt = /^(server\/migrations\/\d|main\/sample\/)/;
const exported =
	/^export (?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

function wordsOf(name: string): string[] {
	return (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
}

/** Finds forbidden words in the name of a file and in the names that the file exports. */
function retiredIn(path: string, source: string): string[] {
	const file = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '');
	const names = [file, ...Array.from(source.matchAll(exported), ([, name = '']) => name)];
	return names
		.filter((name) => !wireNames.includes(name))
		.flatMap((name) =>
			wordsOf(name).flatMap((word) =>
				Object.hasOwn(retiredWords, word) ? [`${path}: ${name}: instead of '${word}' say ${retiredWords[word]}`] : [],
			),
		);
}

test.each([
	['web/ads/kept-ads.ts', '', "web/ads/kept-ads.ts: kept-ads: instead of 'kept' say cached, persisted, pending"],
	[
		'server/ads/ads.ts',
		'export class AdRefusal {}',
		"server/ads/ads.ts: AdRefusal: instead of 'refusal' say error, rejection",
	],
	[
		'web/ads/ads.ts',
		'export async function tellAll() {}',
		"web/ads/ads.ts: tellAll: instead of 'tell' say notify, send",
	],
])('finds a retired word in %s', (path, source, problem) => {
	expect(retiredIn(path, source)).toEqual([problem]);
});

test('accepts a retired word inside another word or in a private name', () => {
	expect(retiredIn('web/ads/ad.ts', 'export const space = 1;\nconst told = 2;')).toEqual([]);
});

test('no file name or exported name uses a retired word', () => {
	const paths = folders
		.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
		.map((path) => path.replaceAll('\\', '/'))
		.filter((path) => /\.(tsx?|mjs)$/.test(path) && !exempt.test(path));
	expect(paths.length).toBeGreaterThan(500);
	expect(paths.flatMap((path) => retiredIn(path, readFileSync(path, 'utf8')))).toEqual([]);
});
