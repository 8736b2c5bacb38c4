import { offlinePath } from '../../../contract/core/page-paths.ts';
import { findAssetPaths, isCacheablePicture, listEvictedEntries, maxAssets, maxPictures } from './fetch-strategy.ts';

// The service worker's caches contain nothing private, only immutable files and the app shell, which is the same for everyone.
const cacheNames = { frame: 'frame', assets: 'assets', pictures: 'pictures' };

export async function readAppShell(): Promise<Response | undefined> {
	return (await caches.open(cacheNames.frame)).match(offlinePath, { ignoreVary: true });
}

/** Caches the app shell and the assets that it references. Caches no shell if one of the assets fails to load. */
export async function cacheAppShell(shell: Response): Promise<void> {
	await cacheAssets(findAssetPaths(await shell.clone().text()));
	await (await caches.open(cacheNames.frame)).put(offlinePath, shell);
}

export async function readAsset(request: Request): Promise<Response | undefined> {
	return (await caches.open(cacheNames.assets)).match(request, { ignoreVary: true });
}

export async function cacheAsset(request: Request, response: Response): Promise<void> {
	if (response.status !== 200 || response.type !== 'basic') return;
	await (await caches.open(cacheNames.assets)).put(request, response);
	await trimCache(cacheNames.assets, maxAssets);
}

/** Caches the assets that are not cached yet. The browser's HTTP cache provides those that the page has already loaded. */
export async function cacheAssets(paths: readonly string[]): Promise<void> {
	const assets = await caches.open(cacheNames.assets);
	const known = new Set((await assets.keys()).map(({ url }) => new URL(url).pathname));
	await assets.addAll(paths.filter((path) => !known.has(path)));
	await trimCache(cacheNames.assets, maxAssets);
}

export async function readPicture(request: Request): Promise<Response | undefined> {
	return (await caches.open(cacheNames.pictures)).match(request, { ignoreVary: true });
}

export async function cachePicture(address: string, response: Response): Promise<void> {
	if (!isCacheablePicture(response)) return;
	const pictures = await caches.open(cacheNames.pictures);
	if (await pictures.match(address)) return;
	await pictures.put(address, response);
	await trimCache(cacheNames.pictures, maxPictures);
}

async function trimCache(name: string, max: number): Promise<void> {
	const cache = await caches.open(name);
	for (const request of listEvictedEntries(await cache.keys(), max)) await cache.delete(request);
}
