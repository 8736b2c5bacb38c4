import { hashKey, type QueryClient } from '@tanstack/react-query';
import type { AdCard } from '../../../contract/ads.ts';
import type { Client } from '../../../contract/client.ts';
import { offlinePath } from '../../../contract/page-paths.ts';
import type { Post } from '../../../contract/posts.ts';
import type { SavedList } from '../../../contract/saved-items.ts';
import { keptAnswers, keptHashes } from '../../platform/kept-answers.ts';
import { forgetFiles } from '../../platform/stored-files.ts';
import { keepAssets, keepFrame, keepPicture, keptFrame, keptPicture } from '../../platform/worker/kept-copies.ts';
import { assetsIn, leaving } from '../../platform/worker/rules.ts';
import { stored } from '../../saved-items/lists.ts';
import { savedItemQuery, savedItemsKey } from '../../saved-items/queries.ts';
import { hasLessons, placesOf, savedLists } from './places.ts';

/** Answers that are kept, and for how long, milliseconds. */
const most = 200;
const life = 30 * 86_400_000;

interface BuiltManifest {
	url: string;
	routes: Record<string, { module: string; imports?: string[]; css?: string[] } | undefined>;
}

/** How this page was built; null while it is developed. */
function ownManifest(): BuiltManifest | null {
	const manifest = (window as { __reactRouterManifest?: BuiltManifest }).__reactRouterManifest;
	return manifest?.url.startsWith('/assets/') ? manifest : null;
}

/** Keeps the code that this page has loaded. The worker keeps it itself, but not for a page that was opened while the worker started. */
async function keepLoadedCode(): Promise<void> {
	if (!ownManifest()) return;
	const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
	const own = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
	await keepAssets([...new Set(own.map(({ pathname }) => pathname))]);
}

/** Keeps on the device what this page has loaded before the worker stood beside it. */
export async function keepWhatIsHere(): Promise<void> {
	const manifest = ownManifest();
	if (!manifest) return;
	await keepLoadedCode();
	const frame = await keptFrame();
	if (!frame || !(await frame.text()).includes(manifest.url)) await isNewer();

	for (const { currentSrc, complete } of document.images) {
		if (!complete || !currentSrc.startsWith(`${location.origin}/media/`)) continue;
		if (!(await keptPicture(new Request(currentSrc)))) await keepPicture(currentSrc, await fetch(currentSrc));
	}
}

/** Keeps the code of the pages that can be shown of what is kept, which a new version brings anew, and lets go of what is old. */
export async function keepWhatItTakes(account: number | null): Promise<void> {
	const now = Date.now();
	const answers = await keptAnswers(account);
	const oldestFirst = [...answers].sort(([, a], [, b]) => a.at - b.at);
	const old = oldestFirst.filter(([, { at }]) => now - at > life);
	for (const [name] of new Set([...old, ...leaving(oldestFirst, most)])) await forgetFiles(name);

	// Without it nothing that is kept can be shown.
	await import('../../platform/stored-schemas.ts');
	if (hasLessons(answers.values())) await keepLessonCode();
	await keepLoadedCode();
	const routes = placesOf(answers.values(), String).map(({ route }) => route);
	await keepCode(routes);
}

/** Of each saved list so many are kept before anybody has opened it. */
export const savedAhead = 24;

/** Keeps what has been saved since, so that it is there although its list was never opened. */
export async function keepSaved(api: Client, queries: QueryClient, account: number | null): Promise<void> {
	const known = await keptHashes(account);
	for (const list of Object.keys(savedLists) as SavedList[]) {
		const wanted = (stored[list].get() ?? []).slice(0, savedAhead);
		const missing = wanted.filter((id) => !known.has(hashKey([...savedItemsKey(list), id])));
		if (missing.length === 0) continue;
		const ids = missing.join(',');
		const { items }: { items: (AdCard | Post)[] } =
			list === 'wishlist'
				? await api.listAdsById({ query: { ids } })
				: await api.listPosts({ query: { ids, limit: missing.length } });
		for (const item of items) {
			await queries.prefetchQuery(savedItemQuery(list, item.id, account, () => item));
		}
		await keepCode([savedLists[list].route]);
	}
}

/** Keeps what lessons are shown with, besides their page. */
export async function keepLessonCode(): Promise<void> {
	await Promise.all([import('../../courses/markdown.tsx'), import('../../../contract/course-catalogue.ts')]);
	await keepLoadedCode();
}

/** Keeps the code of these routes. */
export async function keepCode(routes: readonly string[]): Promise<void> {
	const manifest = ownManifest();
	const files = ['pages/layout', ...routes].flatMap((id) => {
		const route = manifest?.routes[id];
		return route ? [route.module, ...(route.imports ?? []), ...(route.css ?? [])] : [];
	});
	await keepAssets([...new Set(files)]);
}

/** Whether the server has another version than this page; the frame of all pages is then kept as that one has it. */
export async function isNewer(): Promise<boolean> {
	const manifest = ownManifest();
	if (!manifest) return false;
	const answer = await fetch(offlinePath, { cache: 'no-cache' });
	if (!answer.ok) return false;
	const named = assetsIn(await answer.clone().text());
	// Where it does not come in full, the one before stays.
	await keepFrame(answer).catch(() => {});
	return !named.includes(manifest.url);
}
