import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { moduleDependencies } from '../server/module-dependencies.ts';
import { moduleDependencies as webModuleDependencies } from '../web/module-dependencies.ts';

/** Source code of files, by their path from the repository root. Tests also pass made-up files that break a rule. */
type Files = Record<string, string>;

const areas = ['contract', 'text', 'server', 'web', 'main'];
/** Top-level folders that contain only tests, benchmarks and their helpers. */
const testFolders = ['e2e', 'endurance', 'bench'];
const sharedFolders = {
	server: [
		'core',
		'database',
		'http',
		'files',
		'jobs',
		'search',
		'media-tools',
		'senders',
		'operator',
		'migrations',
		'testing',
	],
	web: ['ui', 'platform', 'data', 'pages', 'testing', 'build'],
};
/** Folders of web that every module may import. */
const foundations = ['ui', 'platform', 'data'];
/** Modules without endpoints, which therefore have no folder in contract/. */
const withoutContract = ['content', 'app', 'offline', 'player', 'sharing', 'appearance'];
const modules: Readonly<Record<string, readonly string[]>> = moduleDependencies;
const webModules: Readonly<Record<string, readonly string[]>> = webModuleDependencies;

const rules: Record<string, (files: Files) => string[]> = {
	'contract imports only texts, zod and phone rules; server and web import contract and texts, never each other': (
		files,
	) =>
		listImports(files).flatMap(({ from, to, line }) => {
			const allowedByArea: Record<string, string[]> = {
				contract: ['contract', 'text', 'zod', 'libphonenumber-js/min'],
				text: ['contract', 'text'],
				server: ['contract', 'text', 'server', 'package'],
				web: ['contract', 'text', 'web', 'package'],
			};
			const allowed = allowedByArea[getArea(from)];
			// Test files may import test tools.
			const kind = areas.includes(getArea(to))
				? getArea(to)
				: ['contract', 'text'].includes(getArea(from))
					? to
					: 'package';
			return !allowed || allowed.includes(kind) || (isTest(from) && !areas.includes(kind)) ? [] : [line];
		}),

	'server imports no texts of web, web none of server, contract and shared texts only shared ones': (files) =>
		listImports(files).flatMap(({ from, to, line }) => {
			const own = /^text\/(\w+)\//.exec(from)?.[1] ?? getArea(from);
			const other = /^text\/(\w+)\//.exec(to)?.[1] ?? 'shared';
			const isAllowed =
				other === 'shared' || other === own || own === 'main' || isTest(from) || testFolders.includes(own);
			return isAllowed ? [] : [line];
		}),

	'web and contract import no Node modules, except in server-only files and tests': (files) =>
		listImports(files).flatMap(({ from, to, line }) =>
			/^(web|contract|text)\//.test(from) && !isTest(from) && !isServerOnly(from) && to.startsWith('node:')
				? [line]
				: [],
		),

	'a module imports only modules that server/module-dependencies.ts lists for it': (files) =>
		listImports(files).flatMap(({ from, to, line }) => {
			const [own, other] = [getModule(from), getModule(to)];
			if (!own || !other || own === other || isTest(from)) return [];
			return modules[own]?.includes(other) ? [] : [line];
		}),

	'a module imports only index.ts of another module': (files) =>
		listImports(files).flatMap(({ from, to, line }) => {
			const [own, other] = [getModule(from), getModule(to)];
			if (getArea(from) !== 'server' || !other || own === other || isTest(from)) return [];
			return to.endsWith('/index.ts') ? [] : [line];
		}),

	'exports are listed by name, without export *': (files) =>
		Object.entries(files).flatMap(([path, text]) => (/export \* from/.test(text) ? [`${path}: export *`] : [])),

	'the folders of server that hold no module import none': (files) =>
		listImports(files).flatMap(({ from, to, line }) =>
			getArea(from) === 'server' && isShared(from) && !isTest(from) && getModule(to) ? [line] : [],
		),

	'ui imports no other folder of web and nothing of contract, platform no other folder, data both': (files) =>
		listImports(files).flatMap(({ from, to, line }) => {
			const [own, other] = [getFolder(from), getFolder(to)];
			if (own === null || !foundations.includes(own) || isTest(from)) return [];
			if (own === 'ui' && to.startsWith('contract/')) return [line];
			if (!isInWeb(to) || own === other) return [];
			return own === 'data' && (other === 'ui' || other === 'platform') ? [] : [line];
		}),

	'a web module imports only modules that web/module-dependencies.ts lists for it, and no pages': (files) =>
		listImports(files).flatMap(({ from, to, line }) => {
			const [own, other] = [getFolder(from), getFolder(to)];
			if (own === null || own === 'pages' || foundations.includes(own) || own === other || isTest(from)) return [];
			if (!isInWeb(to) || (other !== null && foundations.includes(other))) return [];
			return other !== null && other !== 'pages' && webModules[own]?.includes(other) ? [] : [line];
		}),

	'a folder of pages contains a route, and no other folder of pages imports its files': (files) => {
		const routes = new Set((files['web/routes.ts'] ?? '').match(/pages\/[\w/-]+(?=\.tsx?')/g)?.map(posix.dirname));
		const withoutRoute = Object.keys(files).flatMap((path) => {
			const folder = getPageFolder(path);
			return folder === null || routes.has(folder) ? [] : [`${path}: ${folder} contains no route`];
		});
		const imports = listImports(files).flatMap(({ from, to, line }) => {
			const [own, other] = [getPageFolder(from), getPageFolder(to)];
			return other === null || own === other || to.includes('/+types/') || isTest(from) ? [] : [line];
		});
		return [...withoutRoute, ...imports];
	},

	'only tests of web import its test helpers': (files) =>
		listImports(files).flatMap(({ from, to, line }) =>
			getFolder(to) === 'testing' && !(getArea(from) === 'web' && isTest(from)) ? [line] : [],
		),

	'a folder of server or web is named like its folder in contract': (files) => {
		const nouns = new Set(Object.keys(files).flatMap((path) => /^contract\/([\w-]+)\//.exec(path)?.[1] ?? []));
		return Object.keys(files).flatMap((path) => {
			const [area = '', folder = '', ...rest] = path.split('/');
			if (rest.length === 0 || (area !== 'server' && area !== 'web') || path.startsWith('web/public/')) return [];
			if ([...sharedFolders[area], ...withoutContract].includes(folder) || nouns.has(folder)) return [];
			return [`${path}: there is no contract/${folder}/`];
		});
	},

	'every module is listed in module-dependencies.ts of server or web': (files) =>
		Object.keys(files).flatMap((path) => {
			const [area, folder = '', ...rest] = path.split('/');
			if ((area !== 'server' && area !== 'web') || rest.length === 0) return [];
			if (sharedFolders[area].includes(folder) || path.startsWith('web/public/')) return [];
			const listed = area === 'server' ? modules : webModules;
			return listed[folder] ? [] : [`${path}: ${folder} is not in ${area}/module-dependencies.ts`];
		}),

	'imports are free of cycles': (files) => {
		const imports = Map.groupBy(listImports(files), ({ from }) => from);
		const finished = new Set<string>();
		const cycles: string[] = [];
		/** Searches for import cycles from a file. `trail` is the chain of imports that leads to the file. */
		const visit = (path: string, trail: string[]) => {
			if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
			else if (!finished.has(path)) {
				for (const { to } of imports.get(path) ?? []) visit(to, [...trail, path]);
				finished.add(path);
			}
		};
		for (const path of imports.keys()) visit(path, []);
		return cycles;
	},

	'only server/core/authorization.ts casts rows to AuthorizedRow or ModeratorAuthorizedRow': (files) =>
		Object.entries(files).flatMap(([path, text]) => {
			if (path === 'server/core/authorization.ts' || isTest(path)) return [];
			const found = /\bas (AuthorizedRow|ModeratorAuthorizedRow)</.exec(text);
			return found ? [`${path}: ${found[0]}`] : [];
		}),

	'no module exports a variable, casts readonly away or writes to a value that it imports': (files) =>
		Object.entries(files).flatMap(([path, text]) => {
			if (isTest(path)) return [];
			const names = listImports({ [path]: text }).flatMap((entry) => entry.names.match(/\w+/g) ?? []);
			const value = `(?<![\\w.'\`-]|: )(?:${['globalThis', ...names].join('|')})\\b`;
			const writes = `${value}(?:\\.\\w+|\\[[^\\]]+\\])+ *(?:[-+*/|&?]*=(?![=>])|\\+\\+|--)|(?:Object\\.assign\\(|delete )${value}`;
			const found = new RegExp(`^export (?:let|var) |-readonly \\[|${writes}`, 'm').exec(text);
			return found ? [`${path}: ${found[0]}`] : [];
		}),

	'only policy.ts calls authorizeOwner and authorizeModerator': (files) =>
		listImports(files).flatMap(({ from, to, line, names }) => {
			if (to !== 'server/core/authorization.ts' || isTest(from) || isPolicy(from)) return [];
			return /\b(authorizeOwner|authorizeModerator)\b|\*|^$/.test(names) ? [line] : [];
		}),

	'only store.ts, *-store.ts and folders of server that hold no module contain SQL': (files) =>
		Object.entries(files).flatMap(([path, text]) => {
			if (isTest(path) || isShared(path)) return [];
			if (/^server\/[\w-]+\/([\w-]+-)?(store|tables)\.ts$/.test(path)) return [];
			const found = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^`]*>)?`/.exec(text);
			return found ? [`${path}: ${found[0]}`] : [];
		}),

	'no function of a server module has over 300 lines': (files) =>
		Object.entries(files).flatMap(([path, text]) => {
			if (getModule(path) === null || isTest(path)) return [];
			const functions = text.matchAll(/^(?:export )?(?:async )?function (\w+)[\s\S]*?^}$/gm);
			return [...functions].flatMap(([code, name]) => (code.split('\n').length > 300 ? [`${path}: ${name}`] : []));
		}),

	'create-*-service.ts composes families of use cases to an interface that it names': (files) =>
		Object.entries(files).flatMap(([path, text]) =>
			!/^server\/[\w-]+\/create-[\w-]+-service\.ts$/.test(path) ||
			/^(export function create\w+Service\(.*\)|\)): [A-Z].* \{$/m.test(text)
				? []
				: [`${path}: no return type`],
		),

	'a transaction is the first parameter': (files) =>
		Object.entries(files).flatMap(([path, text]) =>
			getArea(path) === 'server' && !isTest(path) && /[\w>\])},]\s*,\s*tx: Tx\b/.test(text) ? [path] : [],
		),

	'a component test replaces no module, because its file shares a page with others': (files) =>
		Object.entries(files).flatMap(([path, text]) =>
			path.endsWith('.test.tsx') && /\bvi\.(do)?[mM]ock\((?!'[^']+', \{ spy: true \}\))/.test(text) ? [path] : [],
		),
};

const violations: Record<keyof typeof rules, Files[]> = {
	'contract imports only texts, zod and phone rules; server and web import contract and texts, never each other': [
		{ 'web/ads/ad.ts': "import { a } from '../../server/ads/index.ts';" },
		{ 'server/ads/ads.ts': "import type { A } from '../../web/ads/ad.ts';" },
		{ 'contract/ads/ads.ts': "import fastify from 'fastify';" },
		{ 'server/ads/ads.ts': "const a = await import('../../main/web.ts');" },
		{ 'contract/ads/ads.ts': "export { a } from '../../web/ads/ad.ts';" },
	],
	'server imports no texts of web, web none of server, contract and shared texts only shared ones': [
		{ 'web/ads/ad.ts': "import * as text from '../../text/server/mails.ts';" },
		{ 'server/ads/ads.ts': "import * as text from '../../text/web/ad-page.ts';" },
		{ 'contract/ads/ads.ts': "import * as text from '../../text/web/ad-page.ts';" },
		{ 'text/shared/common.ts': "import * as text from '../web/ad-page.ts';" },
	],
	'web and contract import no Node modules, except in server-only files and tests': [
		{ 'web/ads/ad.ts': "import { join } from 'node:path';" },
	],
	'a module imports only modules that server/module-dependencies.ts lists for it': [
		{ 'server/accounts/accounts.ts': "import { ads } from '../ads/index.ts';" },
		{ 'server/ads/ads.ts': "import {\n\tfeed,\n} from '../feed/index.ts';" },
	],
	'a module imports only index.ts of another module': [
		{ 'server/ads/ads.ts': "import { store } from '../accounts/store.ts';" },
		{ 'server/server.ts': "import { store } from './accounts/store.ts';" },
	],
	'exports are listed by name, without export *': [{ 'server/ads/index.ts': "export * from './ads.ts';" }],
	'the folders of server that hold no module import none': [
		{ 'server/jobs/jobs.ts': "import { ads } from '../ads/index.ts';" },
		{ 'server/senders/mail/mail.ts': "import { ads } from '../../ads/index.ts';" },
	],
	'ui imports no other folder of web and nothing of contract, platform no other folder, data both': [
		{ 'web/ui/button.tsx': "import { api } from '../platform/api.ts';" },
		{ 'web/ui/button.tsx': "import { brand } from '../../contract/market-settings/brand.ts';" },
		{ 'web/platform/api.ts': "import { Button } from '../ui/button.tsx';" },
		{ 'web/data/form.tsx': "import { Avatar } from '../accounts/avatar.tsx';" },
	],
	'a web module imports only modules that web/module-dependencies.ts lists for it, and no pages': [
		{ 'web/accounts/form.tsx': "import { AdCard } from '../feed/ad-card.tsx';" },
		{ 'web/ads/ad-card.tsx': "import { FeedPage } from '../pages/feed/page.tsx';" },
		{ 'web/ads/ad-card.tsx': "import { Layout } from '../root.tsx';" },
	],
	'a folder of pages contains a route, and no other folder of pages imports its files': [
		{ 'web/pages/cards/ad-card.tsx': '', 'web/routes.ts': "index('pages/home/page.tsx')" },
		{
			'web/pages/home/page.tsx': "import { Results } from '../search/results.tsx';",
			'web/pages/search/results.tsx': '',
			'web/routes.ts': "index('pages/home/page.tsx'), route('search', 'pages/search/page.tsx')",
		},
		{
			'web/pages/admin/page.tsx': "import { Row } from './reports/row.tsx';",
			'web/routes.ts': "index('pages/admin/page.tsx')",
		},
	],
	'only tests of web import its test helpers': [
		{ 'web/pages/home/page.tsx': "import { render } from '../../testing/render.tsx';" },
		{ 'server/ads/ads.test.ts': "import { fakeApi } from '../../web/testing/fake-api.ts';" },
	],
	'a folder of server or web is named like its folder in contract': [
		{ 'web/adverts/card.tsx': '' },
		{ 'server/adverts/store.ts': '' },
	],
	'every module is listed in module-dependencies.ts of server or web': [
		{ 'server/adverts/store.ts': '', 'contract/adverts/adverts.ts': '' },
		{ 'web/adverts/card.tsx': '', 'contract/adverts/adverts.ts': '' },
	],
	'imports are free of cycles': [
		{ 'web/ads/a.ts': "import { b } from './b.ts';", 'web/ads/b.ts': "const { a } = await import('./a.ts');" },
		{ 'server/ads/a.ts': "import type { B } from './b.ts';", 'server/ads/b.ts': "export { a } from './a.ts';" },
		{
			'e2e/support/a.ts': "import './b.ts';",
			'e2e/support/b.ts': "import './c.ts';",
			'e2e/support/c.ts': "import './a.ts';",
		},
	],
	'only server/core/authorization.ts casts rows to AuthorizedRow or ModeratorAuthorizedRow': [
		{ 'server/ads/ads.ts': 'store.updateAd(tx, ad as AuthorizedRow<AdRow>, {})' },
		{ 'server/comments/policy.ts': 'return comment as ModeratorAuthorizedRow<CommentRow>;' },
	],
	'no module exports a variable, casts readonly away or writes to a value that it imports': [
		{ 'contract/core/limits.ts': 'export let limits = {};' },
		{ 'server/ads/ads.ts': 'const toMutable = <T>(value: T) => value as { -readonly [K in keyof T]: T[K] };' },
		{ 'server/ads/ads.ts': "import { brand } from '../core/brand.ts';\n\tbrand.name = 'Oja';" },
		{ 'server/ads/ads.ts': "import { limits as own } from '../core/limits.ts';\nown.upload['most'] += 1;" },
		{ 'web/ads/ads.ts': "import { brand } from '../brand.ts';\nObject.assign(brand, {});" },
		{ 'web/ads/ads.ts': "import { brand } from '../brand.ts';\ndelete brand.version;" },
		{ 'web/ads/ads.ts': "globalThis.brand = { name: 'Oja' };" },
	],
	'only policy.ts calls authorizeOwner and authorizeModerator': [
		{ 'server/ads/ads.ts': "import { authorizeOwner } from '../core/authorization.ts';" },
		{
			'server/ads/store.ts':
				"import {\n\ttype ModeratorAuthorizedRow,\n\tauthorizeModerator as by,\n} from '../core/authorization.ts';",
		},
		{ 'server/ads/ads.ts': "import * as authorization from '../core/authorization.ts';" },
		{ 'server/ads/ads.ts': "const { authorizeOwner } = await import('../core/authorization.ts');" },
		{ 'server/core/index.ts': "export { authorizeOwner } from './authorization.ts';" },
		{ 'server/ads/policies/policy.ts': "import { authorizeOwner } from '../../core/authorization.ts';" },
	],
	'only store.ts, *-store.ts and folders of server that hold no module contain SQL': [
		{ 'server/ads/routes.ts': "db.selectFrom('ads')" },
		{ 'server/ads/policy.ts': 'sql<number>`select 1`' },
		{ 'server/ads/store-room.ts': "db.updateTable('ads')" },
		{ 'main/web.ts': "db.deleteFrom('ads')" },
	],
	'no function of a server module has over 300 lines': [
		{ 'server/ads/ads.ts': `export function createAds() {${'\n'.repeat(300)}}` },
		{ 'server/ads/ads.ts': `async function list(\n\tid: number,\n) {${'\n\tawait 1;'.repeat(300)}\n}` },
	],
	'create-*-service.ts composes families of use cases to an interface that it names': [
		{ 'server/ads/create-ad-service.ts': 'export function createAdService(deps: Deps) {\n\treturn { a };\n}' },
		{ 'server/ads/create-ad-service.ts': 'export function createAdService(\n\tdeps: Deps,\n) {\n\treturn { a };\n}' },
	],
	'a transaction is the first parameter': [
		{ 'server/ads/ads.ts': 'remove(actor: Actor, tx: Tx): Promise<void>;' },
		{ 'server/ads/ads.ts': 'async function remove(\n\tids: number[],\n\ttx: Tx,\n) {}' },
	],
	'a component test replaces no module, because its file shares a page with others': [
		{ 'web/ads/ad.test.tsx': "vi.mock('./ad.ts', () => ({ show: vi.fn() }));" },
		{ 'web/ads/ad.test.tsx': "vi.doMock(import('./ad.ts'), async (load) => ({ ...(await load()), show: vi.fn() }));" },
	],
};

const files = readFiles();

describe.each(Object.entries(rules))('%s', (name, rule) => {
	test('finds violations', () => {
		for (const wrong of violations[name] ?? []) expect(rule(wrong), Object.values(wrong).join()).not.toEqual([]);
		expect(violations[name]).toBeDefined();
	});

	test('holds', () => {
		expect(rule(files)).toEqual([]);
	});
});

test.each([
	['server', modules],
	['web', webModules],
] as const)('%s/module-dependencies.ts lists lower modules first', (_, listed) => {
	const names = Object.keys(listed);
	expect(names.length).toBeGreaterThan(20);
	for (const [name, below] of Object.entries(listed)) {
		for (const other of below) expect(names.indexOf(other), `${name} on ${other}`).toBeLessThan(names.indexOf(name));
		for (const other of below) expect(names).toContain(other);
	}
});

test('the mutation tests name existing files', () => {
	const { mutate }: { mutate: string[] } = JSON.parse(readFileSync('stryker.config.json', 'utf8'));
	const mutated = mutate.flatMap((pattern) => {
		const [, before = '', names, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
		return names === undefined ? [pattern] : names.split(',').map((name) => `${before}${name}${after}`);
	});
	const tests = readFileSync('vitest.mutation.config.ts', 'utf8').match(/[\w/-]+\.test\.ts/g) ?? [];
	expect(mutated.length).toBeGreaterThan(20);
	expect(tests.length).toBeGreaterThan(10);
	expect([...mutated, ...tests].filter((path) => !existsSync(path))).toEqual([]);
});

function readFiles(): Files {
	const paths = [...areas, ...testFolders].flatMap((area) =>
		existsSync(area)
			? readdirSync(area, { recursive: true, encoding: 'utf8' }).map((path) => `${area}/${path.replaceAll('\\', '/')}`)
			: [],
	);
	const sources = paths.filter((path) => /\.tsx?$/.test(path));
	return Object.fromEntries(sources.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** Lists all imports and re-exports. `names` is empty for a dynamic import. A relative specifier becomes a path from the root. */
function listImports(files: Files): { from: string; to: string; names: string; line: string }[] {
	const pattern = /(?:^|[\s;])(?:import|export)\s([^'"`;]*?)from\s*['"]([^'"]+)['"]|import\s*\(?\s*['"]([^'"]+)['"]/g;
	return Object.entries(files).flatMap(([from, text]) =>
		[...text.matchAll(pattern)].map((match) => {
			const address = match[2] ?? match[3] ?? '';
			const to = address.startsWith('.') ? posix.join(posix.dirname(from), address) : address;
			return { from, to, names: match[1] ?? '', line: `${from} imports ${to}` };
		}),
	);
}

function getArea(path: string): string {
	return path.split('/')[0] ?? '';
}

function getModule(path: string): string | null {
	const [area, folder = '', ...rest] = path.split('/');
	return area === 'server' && rest.length > 0 && !isShared(path) ? folder : null;
}

/** Whether a file of server belongs to no module. */
function isShared(path: string): boolean {
	return sharedFolders.server.some((folder) => path.startsWith(`server/${folder}/`));
}

function getFolder(path: string): string | null {
	const [area, folder = '', ...rest] = path.split('/');
	return area === 'web' && rest.length > 0 && !folder.startsWith('+') ? folder : null;
}

/** Returns the folder of a page's files, such as `pages/admin/reports`. Null outside `web/pages`. */
function getPageFolder(path: string): string | null {
	return path.startsWith('web/pages/') ? posix.dirname(path).slice('web/'.length) : null;
}

function isInWeb(path: string): boolean {
	return path.startsWith('web/') && /\.tsx?$/.test(path);
}

function isPolicy(path: string): boolean {
	return /^server\/[\w-]+\/policy\.ts$/.test(path);
}

/** React Router leaves `*.server.*` files out of the browser bundle. */
function isServerOnly(path: string): boolean {
	return /\.server\.tsx?$|^web\/build\//.test(path);
}

function isTest(path: string): boolean {
	return /\.test\.tsx?$/.test(path) || /\/testing\//.test(path) || testFolders.includes(getArea(path));
}
