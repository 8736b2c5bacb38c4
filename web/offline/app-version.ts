import { offlinePath } from '../../contract/core/page-paths.ts';
import { cacheAppShell } from './worker/cached-files.ts';
import { findAssetPaths } from './worker/fetch-strategy.ts';

interface BuildManifest {
	url: string;
	routes: Record<string, { module: string; imports?: string[]; css?: string[] } | undefined>;
}

/** Returns the build manifest of this page; null in development. */
export function getBuildManifest(): BuildManifest | null {
	const manifest = (window as { __reactRouterManifest?: BuildManifest }).__reactRouterManifest;
	return manifest?.url.startsWith('/assets/') ? manifest : null;
}

/** Resolves to whether the server has another version of the app than this page. Caches the app shell of the server's version. */
export async function checkForNewVersion(): Promise<boolean> {
	const manifest = getBuildManifest();
	if (!manifest) return false;
	const response = await fetch(offlinePath, { cache: 'no-cache' });
	if (!response.ok) return false;
	const assetPaths = findAssetPaths(await response.clone().text());
	// An incomplete response does not replace the cached app shell.
	await cacheAppShell(response).catch(() => {});
	return !assetPaths.includes(manifest.url);
}
