import { brand } from '../../../contract/brand.ts';
import { offlinePath } from '../../../contract/page-paths.ts';
import { cacheAppShell } from '../../platform/worker/cached-files.ts';
import { findAssetPaths } from '../../platform/worker/fetch-strategy.ts';

interface BuildManifest {
	url: string;
	routes: Record<string, { module: string; imports?: string[]; css?: string[] } | undefined>;
}

/** Returns the build manifest of this page; null in development. */
export function getBuildManifest(): BuildManifest | null {
	const manifest = (window as { __reactRouterManifest?: BuildManifest }).__reactRouterManifest;
	return manifest?.url.startsWith('/assets/') ? manifest : null;
}

/**
 * Returns whether a cached app shell has the build and the settings of the market that this page has. A page that is an app shell itself may
 * be as old as the cached one, so it never confirms it.
 */
export function isCurrentShell(shell: string): boolean {
	const manifest = getBuildManifest();
	if (isAppShell() || !manifest || !shell.includes(manifest.url)) return false;
	return brand.version === undefined ? !shell.includes('globalThis.brand=') : shell.includes(brand.version);
}

function isAppShell(): boolean {
	const { __reactRouterContext: context } = window as { __reactRouterContext?: { isSpaMode?: boolean } };
	return context?.isSpaMode === true;
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
