import type { Page } from '@playwright/test';
import { eventually } from './expect.ts';

/** Lists the keys in the app's IndexedDB that start with `prefix`. */
export function readIndexedDbNames(page: Page, prefix: string): Promise<string[]> {
	return page.evaluate(
		(start) =>
			new Promise<string[]>((resolve, reject) => {
				const request = indexedDB.open('kept-files', 1);
				request.onupgradeneeded = () => request.result.createObjectStore('files');
				request.onerror = () => reject(request.error);
				request.onsuccess = () => {
					const keys = request.result.transaction('files').objectStore('files').getAllKeys();
					keys.onsuccess = () => {
						request.result.close();
						resolve(keys.result.map(String).filter((name) => name.startsWith(start)));
					};
				};
			}),
		prefix,
	);
}

/** Prefix of the names of stored queries (`web/platform/persisted-queries.ts`). */
export const persistedQueryPrefix = 'answer/';

/** Waits until the app shell, a query named `queryName` and the schemas that validate it are cached. */
export async function waitUntilQueryCached(page: Page, queryName: string) {
	await eventually(() => listCachedUrls(page, 'frame')).toContain('/offline');
	for (const part of ['offline', 'schemas']) await waitUntilAssetCached(page, part);
	await eventually(async () => (await readIndexedDbNames(page, persistedQueryPrefix)).join(' ')).toContain(queryName);
}

/** Waits until the module `name` of the build and every module it imports are cached: one that misses an import does not load offline. */
export async function waitUntilAssetCached(page: Page, name: string) {
	await eventually(() => page.evaluate(listUncachedModules, name)).toEqual([]);
}

/** Waits until the code of a route is cached. `id` is the route's file in `web` without its ending. */
export async function waitUntilRouteCached(page: Page, id: string) {
	const listUncached = async (id: string) => {
		const { __reactRouterManifest: manifest } = window as unknown as {
			__reactRouterManifest: { routes: Record<string, { module: string; imports?: string[]; css?: string[] }> };
		};
		const { module = '', imports = [], css = [] } = manifest.routes[id] ?? {};
		const cache = await caches.open('assets');
		const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
		return [module, ...imports, ...css].filter((path) => !cached.has(path));
	};
	await eventually(() => page.evaluate(listUncached, id)).toEqual([]);
}

/** Runs in the page. Lists what is not cached of the module `name` and its static imports. */
async function listUncachedModules(name: string): Promise<string[]> {
	const cache = await caches.open('assets');
	const pattern = new RegExp(`/assets/${name}-[\\w-]{7}\\.js$`);
	const start = (await cache.keys()).find(({ url }) => pattern.test(url));
	if (!start) return [name];
	const urls = new Set([start.url]);
	const uncached: string[] = [];
	for (const url of urls) {
		const code = await (await cache.match(url, { ignoreVary: true }))?.text();
		if (code === undefined) uncached.push(url);
		else
			for (const [, path = ''] of code.matchAll(/(?:from|import)"(\.\/[^"]+\.js)"/g)) urls.add(new URL(path, url).href);
	}
	return uncached;
}

const listCachedUrls = (page: Page, cache: string) =>
	page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url).join(' '), cache);

/** Moves the times at which queries were persisted back by `hours`, so that the cached content looks older. */
export async function backdateStoredQueries(page: Page, hours: number) {
	await page.evaluate(
		([prefix, milliseconds]) =>
			new Promise<void>((resolve) => {
				const request = indexedDB.open('kept-files', 1);
				request.onsuccess = () => {
					const change = request.result.transaction('files', 'readwrite');
					const cursor = change.objectStore('files').openCursor();
					cursor.onsuccess = () => {
						const entry = cursor.result;
						if (!entry) return;
						if (String(entry.key).startsWith(prefix))
							entry.update({ ...entry.value, at: entry.value.at - milliseconds });
						entry.continue();
					};
					change.oncomplete = () => {
						request.result.close();
						resolve();
					};
				};
			}),
		[persistedQueryPrefix, hours * 3_600_000] as const,
	);
}
