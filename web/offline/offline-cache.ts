import type { Brand } from '../../contract/market-settings/brand.ts';
import { removeFromIndexedDb } from '../platform/indexed-db.ts';
import { listPersistedQueries, schemasImporter } from '../platform/persisted-queries.ts';
import { offlineVideos } from '../player/offline-video-list.ts';
import { checkForNewVersion, getBuildManifest } from './app-version.ts';
import { findOfflinePages, hasPersistedLessons, isOfVideo } from './offline-pages.ts';
import type { OfflineRoute } from './routes-ahead.ts';
import { cacheAssets, cachePicture, readAppShell, readPicture } from './worker/cached-files.ts';
import { listEvictedEntries } from './worker/fetch-strategy.ts';

/** Maximum number of persisted queries, besides those of stored videos. `maxAge` is the maximum age of these queries in milliseconds. */
const maxQueries = 200;
const maxAge = 30 * 86_400_000;

/** Caches the code that this page has loaded. The service worker misses code that loads while the worker starts. */
async function cacheLoadedCode(): Promise<void> {
	if (!getBuildManifest()) return;
	const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
	const own = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
	await cacheAssets([...new Set(own.map(({ pathname }) => pathname))]);
}

/**
 * Caches the code and pictures that this page loaded before the service worker was active. `version` is that of the market's settings on the
 * page.
 */
export async function cacheCurrentPage(version: Brand['version']): Promise<void> {
	if (!getBuildManifest()) return;
	await cacheLoadedCode();
	const frame = await readAppShell();
	if (!frame || !isCurrentShell(await frame.text(), version)) await checkForNewVersion();

	await cachePictures([...document.images].flatMap(({ currentSrc, complete }) => (complete ? currentSrc : [])));
}

/**
 * Returns whether a cached app shell has the build and the settings of the market that this page has. A page that is an app shell itself may
 * be as old as the cached one, so it never confirms it.
 */
function isCurrentShell(shell: string, version: Brand['version']): boolean {
	const manifest = getBuildManifest();
	if (isAppShell() || !manifest || !shell.includes(manifest.url)) return false;
	return /brand:[\da-f]{12}/.exec(shell)?.[0] === version;
}

function isAppShell(): boolean {
	const { __reactRouterContext: context } = window as { __reactRouterContext?: { isSpaMode?: boolean } };
	return context?.isSpaMode === true;
}

/** Returns whether a file is on this site, which tells the exact size of its files. The sizes of an external media host are estimates. */
export function isOwnMedia(url: string): boolean {
	return new URL(url, location.origin).href.startsWith(`${location.origin}/media/`);
}

/** Caches those of the pictures that are files of this site and not yet cached. */
export async function cachePictures(urls: readonly string[]): Promise<void> {
	for (const url of urls.filter(isOwnMedia))
		if (!(await readPicture(new Request(url)))) await cachePicture(url, await fetch(url));
}

/**
 * Caches the code of pages with persisted queries, because a new version needs new code. Removes old persisted queries, but not those of
 * stored videos.
 */
export async function updateOfflineCache(account: number | null): Promise<void> {
	const now = Date.now();
	const persistedQueries = await listPersistedQueries(account);
	const videoIds = (offlineVideos.get() ?? []).map(({ id }) => id);
	const evictable = [...persistedQueries].filter(([, query]) => !isOfVideo(query, videoIds));
	const oldestFirst = evictable.sort(([, a], [, b]) => a.at - b.at);
	const old = oldestFirst.filter(([, { at }]) => now - at > maxAge);
	for (const [name] of new Set([...old, ...listEvictedEntries(oldestFirst, maxQueries)]))
		await removeFromIndexedDb(name);

	await cacheSchemas();
	if (hasPersistedLessons(persistedQueries.values())) await cacheLessonCode();
	await cacheLoadedCode();
	const routes = findOfflinePages(persistedQueries.values(), String).map(({ route }) => route);
	await cacheRouteCode(videoIds.length > 0 ? [...routes, 'pages/video/page'] : routes);
}

/** Caches the code of the schemas, without which persisted queries can't be read. Does not evaluate it, because that takes long. */
async function cacheSchemas(): Promise<void> {
	if (!getBuildManifest()) return;
	const imports = await listImports(schemasImporter);
	const schemas = imports.filter((path) => path.startsWith('/assets/schemas-'));
	await cacheAssets([...schemas, ...(await Promise.all(schemas.map(listImports))).flat()]);
}

/** Caches the code that lesson pages need in addition to their route. */
export async function cacheLessonCode(): Promise<void> {
	await Promise.all([import('../courses/markdown.tsx'), import('../../contract/courses/course-catalogue.ts')]);
	await cacheLoadedCode();
}

/** Routes with parts that load after the beginning of the page. */
const partedRoutes: readonly OfflineRoute[] = ['pages/ad/page', 'pages/video/page'];

/** Caches the layout and `routes`. The type lists the routes whose files the route manifest names. */
export async function cacheRouteCode(routes: readonly OfflineRoute[]): Promise<void> {
	const manifest = getBuildManifest();
	const ids: OfflineRoute[] = ['pages/layout', ...routes];
	const files = ids.flatMap((id) => {
		const route = manifest?.routes[id];
		return route ? [route.module, ...(route.imports ?? []), ...(route.css ?? [])] : [];
	});
	const pages = partedRoutes.flatMap((id) => manifest?.routes[id]?.module ?? []);
	const parts = await Promise.all(pages.filter((page) => files.includes(page)).map(listImports));
	await cacheAssets([...new Set([...files, ...parts.flat()])]);
}

/**
 * Lists the scripts that a built script names: its imports, and the files of its dynamic imports. The manifest lacks the latter, which are
 * the parts of a page and the schemas.
 */
async function listImports(script: string): Promise<string[]> {
	const code = await (await fetch(script)).text();
	return Array.from(code.matchAll(/["'`](?:\.|assets)\/([\w-]+\.js)["'`]/g), ([, name]) => `/assets/${name}`);
}
