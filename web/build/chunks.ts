import type { Plugin } from 'vite';

/** Names of modules, separated by spaces, by folder. */
type Modules = Record<string, string>;

/**
 * Modules of each chunk. A chunk also includes all imports of its modules. Without the lists, a first visit loads many small files whose
 * headers and separate compression cost more than their content. The comments say how much more it loads without a list.
 */
const chunks: Record<string, Modules> = {
	// The header and navigation of every page.
	frame: {
		'web/appearance': 'theme',
		'web/insights': 'vitals',
		'web/ui': 'use-centered-current-link create-icon reduced-data lazy-toaster lazy-component',
		'web/app': 'error-page interaction-providers page-layout title-announcer',
		// What most pages import, and the header does not.
		'lucide-react/dist/esm/icons': 'store',
		'web/platform':
			'api-router-context duration file-size loader query-transfer secret-page time-ago use-dialog-in-history use-hydrated',
	},
	// What all pages with lists of ads share: 15 KB.
	cards: {
		'text/web': 'log-in-prompt',
		'web/feed': 'queries',
		'web/feed/cards': 'ad-list',
		'web/feed/filters': 'filter-bar',
	},
	// What the pages of an ad and of a video show at once after a tap on a card. The feed loads it ahead: 6 KB.
	ad: {
		'lucide-react/dist/esm/icons': 'arrow-left map-pin',
		'web/ads': 'ad-options gallery place queries use-sharper-sizes',
		'web/contacts': 'contact-bar',
		'web/player': 'frame',
	},
	// The buttons of items, of which the feed loads 10 KB ahead: 0.3 KB of these.
	actions: {
		'web/follows': 'follow-button',
		'web/likes': 'like-button',
		'web/sharing': 'share-button',
		'web/moderation': 'ad-menu',
	},
	// What every first visit loads once the page is idle: 3 KB.
	'offline-manager': {
		'web/app': 'offline-cache-manager',
	},
	// The offline cache finds this file by its name.
	schemas: { 'web/platform': 'stored-schemas' },
	// The modules of the offline page are one file, because a single file is cached completely or not at all.
	offline: { 'web/offline': 'offline-cache offline-page-list' },
};

/**
 * Files that are mostly loaded already (`schemas`), or that may load one round trip later, because few visits on a phone need them. Each
 * name of a file would take 20 bytes of every first visit: 1.4 KB, and 3 KB of what the feed loads ahead.
 */
const withoutPreload =
	'schemas filter-dialog filter-chips parse report-dialog share-dialog pending-actions-dialog login-prompt resume-visitor-intent pending-actions-sender clear-account-data notification-bell account-menu offline toaster suggested-sellers rail-courses';

const toAlternatives = (names: string) => `(${names.replaceAll(' ', '|')})`;

const isWithoutPreload = new RegExp(`/${toAlternatives(withoutPreload)}-`);

/** Returns the files to preload for a dynamic import: all except those that every page has already loaded. */
export function listPreloads(file: string, files: string[]): string[] {
	return isWithoutPreload.test(file) ? [] : files.filter((other) => !/\/(base|frame|rolldown-runtime)-/.test(other));
}

function makeGroup(name: string, modules: Modules) {
	const parts = Object.entries(modules).map(([folder, names]) => `/${folder}/${toAlternatives(names)}\\.(tsx?|mjs)$`);
	// A module of the schemas that another chunk lists stays there.
	return { name, test: new RegExp(parts.join('|')), priority: name === 'schemas' ? 0 : 1 };
}

export const chunkGroups = [
	// This chunk stays in the browser's cache across releases.
	{ name: 'base', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//, priority: 2 },
	...Object.entries(chunks).map(([name, modules]) => makeGroup(name, modules)),
];

/** Fails the build if a name in the lists belongs to no module or file. */
export function checkChunks(): Plugin {
	return {
		name: 'check-chunks',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'client',
		generateBundle(_, bundle) {
			const modules = [...this.getModuleIds()];
			const unknown = Object.values(chunks)
				.flatMap((chunk) => Object.entries(chunk))
				.flatMap(([folder, names]) => names.split(' ').map((name) => `${folder}/${name}`))
				.filter((path) => !modules.some((id) => new RegExp(`/${path}\\.(tsx?|mjs)$`).test(id)));
			const files = Object.keys(bundle);
			unknown.push(...withoutPreload.split(' ').filter((name) => !files.some((file) => file.includes(`/${name}-`))));
			if (unknown.length > 0) this.error(`web/build/chunks.ts lists what the build lacks: ${unknown.join(', ')}`);
		},
	};
}
