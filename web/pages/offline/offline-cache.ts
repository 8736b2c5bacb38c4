import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { AdCard } from '../../../contract/ads.ts';
import type { Client } from '../../../contract/client.ts';
import { offlinePath } from '../../../contract/page-paths.ts';
import type { Post } from '../../../contract/posts.ts';
import type { SavedList } from '../../../contract/saved-items.ts';
import { readPersistedHashes, readPersistedQueries } from '../../platform/persisted-queries.ts';
import { removeFiles } from '../../platform/stored-files.ts';
import {
	cacheAppShell,
	cacheAssets,
	cachePicture,
	readAppShell,
	readPicture,
} from '../../platform/worker/cached-files.ts';
import { findAssetPaths, listEvicted } from '../../platform/worker/fetch-strategy.ts';
import { storedLists } from '../../saved-items/lists.ts';
import { savedItemQuery, savedItemsKey } from '../../saved-items/queries.ts';
import { findOfflinePages, hasLessons, savedListPages } from './offline-pages.ts';

/** Answers that are kept, and for how long, milliseconds. */
const maxQueries = 200;
const maxAge = 30 * 86_400_000;

interface BuildManifest {
	url: string;
	routes: Record<string, { module: string; imports?: string[]; css?: string[] } | undefined>;
}

/** How this page was built; null while it is developed. */
function getBuildManifest(): BuildManifest | null {
	const manifest = (window as { __reactRouterManifest?: BuildManifest }).__reactRouterManifest;
	return manifest?.url.startsWith('/assets/') ? manifest : null;
}

/** Keeps the code that this page has loaded. The worker keeps it itself, but not for a page that was opened while the worker started. */
async function cacheLoadedCode(): Promise<void> {
	if (!getBuildManifest()) return;
	const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
	const own = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
	await cacheAssets([...new Set(own.map(({ pathname }) => pathname))]);
}

/** Keeps on the device what this page has loaded before the worker stood beside it. */
export async function cacheCurrentPage(): Promise<void> {
	const manifest = getBuildManifest();
	if (!manifest) return;
	await cacheLoadedCode();
	const frame = await readAppShell();
	if (!frame || !(await frame.text()).includes(manifest.url)) await checkForNewVersion();

	for (const { currentSrc, complete } of document.images) {
		if (!complete || !currentSrc.startsWith(`${location.origin}/media/`)) continue;
		if (!(await readPicture(new Request(currentSrc)))) await cachePicture(currentSrc, await fetch(currentSrc));
	}
}

/** Keeps the code of the pages that can be shown of what is kept, which a new version brings anew, and lets go of what is old. */
export async function updateOfflineCache(account: number | null): Promise<void> {
	const now = Date.now();
	const answers = await readPersistedQueries(account);
	const oldestFirst = [...answers].sort(([, a], [, b]) => a.at - b.at);
	const old = oldestFirst.filter(([, { at }]) => now - at > maxAge);
	for (const [name] of new Set([...old, ...listEvicted(oldestFirst, maxQueries)])) await removeFiles(name);

	// Without it nothing that is kept can be shown.
	await import('../../platform/stored-schemas.ts');
	if (hasLessons(answers.values())) await cacheLessonCode();
	await cacheLoadedCode();
	const routes = findOfflinePages(answers.values(), String).map(({ route }) => route);
	await cacheRouteCode(routes);
}

/** Of each saved list so many are kept before anybody has opened it. */
export const prefetchLimit = 24;

/** Keeps what has been saved since, so that it is there although its list was never opened. */
export async function prefetchSavedItems(api: Client, queryClient: QueryClient, account: number | null): Promise<void> {
	const persistedHashes = await readPersistedHashes(account);
	for (const list of Object.keys(savedListPages) as SavedList[]) {
		const wanted = (storedLists[list].get() ?? []).slice(0, prefetchLimit);
		const missing = wanted.filter((id) => !persistedHashes.has(hashKey([...savedItemsKey(list), id])));
		if (missing.length === 0) continue;
		const ids = missing.join(',');
		const { items }: { items: (AdCard | Post)[] } =
			list === 'wishlist'
				? await api.listAdsById({ query: { ids } })
				: await api.listPosts({ query: { ids, limit: missing.length } });
		for (const item of items) {
			await queryClient.prefetchQuery(savedItemQuery(list, item.id, account, () => item));
		}
		await cacheRouteCode([savedListPages[list].route]);
	}
}

/** Keeps what lessons are shown with, besides their page. */
export async function cacheLessonCode(): Promise<void> {
	await Promise.all([import('../../courses/markdown.tsx'), import('../../../contract/course-catalogue.ts')]);
	await cacheLoadedCode();
}

/** Keeps the code of these routes. */
export async function cacheRouteCode(routes: readonly string[]): Promise<void> {
	const manifest = getBuildManifest();
	const files = ['pages/layout', ...routes].flatMap((id) => {
		const route = manifest?.routes[id];
		return route ? [route.module, ...(route.imports ?? []), ...(route.css ?? [])] : [];
	});
	await cacheAssets([...new Set(files)]);
}

/** Whether the server has another version than this page; the frame of all pages is then kept as that one has it. */
export async function checkForNewVersion(): Promise<boolean> {
	const manifest = getBuildManifest();
	if (!manifest) return false;
	const response = await fetch(offlinePath, { cache: 'no-cache' });
	if (!response.ok) return false;
	const assetPaths = findAssetPaths(await response.clone().text());
	// Where it does not come in full, the one before stays.
	await cacheAppShell(response).catch(() => {});
	return !assetPaths.includes(manifest.url);
}
