import { hashKey, partialMatchKey, type QueryClient } from '@tanstack/react-query';
import type { AdCard } from '../../contract/ads/ads.ts';
import type { Client } from '../../contract/core/client.ts';
import type { Post } from '../../contract/posts/posts.ts';
import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import { adQuery } from '../ads/queries.ts';
import { lessonQuery, modulesQuery, progressQuery } from '../courses/learning-queries.ts';
import { myEnrollmentsQuery } from '../enrollments/queries.ts';
import { buildPersistMeta, readPersistedHashes, readPersistedQueries } from '../platform/persisted-queries.ts';
import { storedLists } from '../saved-items/lists.ts';
import { savedItemQuery, savedItemsKey } from '../saved-items/queries.ts';
import { cacheLessonCode, cacheRouteCode } from './offline-cache.ts';
import { savedListPages } from './offline-pages.ts';

/** Milliseconds after which a persisted ad is fetched again, because its price or state may have changed. */
const day = 86_400_000;

/** Maximum number of items per saved list that are cached before the list is opened. */
const prefetchLimit = 24;

/** Caches newly saved items, so that they work offline before their list is opened. */
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

/** Persists the picture ads on the wishlist, one after another. Skips video ads, which are persisted when their files are stored. */
export async function prefetchSavedAds(
	api: Client,
	queryClient: QueryClient,
	account: number | null,
	signal: AbortSignal,
): Promise<void> {
	const persistedQueries = [...(await readPersistedQueries(account)).values()];
	const fresh = persistedQueries.filter(({ at }) => Date.now() - at < day);
	const known = new Set(fresh.map(({ key }) => hashKey(key)));
	const queryKey = savedItemsKey('wishlist');
	const saved = persistedQueries.filter(({ key }) => partialMatchKey(key, queryKey)).map(({ data }) => data);
	// The newest wishlist items are in the query cache, but not persisted yet.
	const loaded = queryClient.getQueriesData({ queryKey }).map(([, data]) => data);
	const cards = new Map(
		([...saved, ...loaded] as (AdCard | null)[]).flatMap((card) => (card ? [[card.id, card]] : [])),
	);
	const missing = [...cards.values()]
		.filter(({ id, format }) => format === 'image' && !known.has(hashKey(adQuery(api, String(id)).queryKey)))
		.slice(0, prefetchLimit);
	for (const { id } of missing) {
		await waitForIdle();
		if (signal.aborted) return;
		await queryClient.prefetchQuery({ ...adQuery(api, String(id)), meta: buildPersistMeta(account, 'ad') });
	}
	if (cards.size > 0) await cacheRouteCode(['pages/ad/page']);
}

/** Persists the lessons of an account's active courses, one after another, before the user opens them. */
export async function prefetchCourses(
	api: Client,
	queryClient: QueryClient,
	account: number,
	signal: AbortSignal,
): Promise<void> {
	const enrollments = await queryClient.fetchQuery(myEnrollmentsQuery(api, account));
	const active = new Set(enrollments.filter(({ state }) => state === 'active').map(({ course_id }) => course_id));
	if (active.size === 0) return;
	const known = await readPersistedHashes(account);
	const isMissing = ({ queryKey }: { queryKey: readonly unknown[] }) => !known.has(hashKey(queryKey));
	for (const id of active) {
		const progress = progressQuery(api, id, account);
		if (isMissing(progress)) await queryClient.prefetchQuery(progress);
		for (const { module, has_text } of await queryClient.fetchQuery(modulesQuery(api, id))) {
			const lesson = lessonQuery(api, id, module, account);
			if (!has_text || !isMissing(lesson)) continue;
			await waitForIdle();
			if (signal.aborted) return;
			await queryClient.prefetchQuery(lesson);
		}
	}
	await cacheLessonCode();
	await cacheRouteCode(['pages/lesson/page']);
}

/** Resolves when the browser is idle. */
function waitForIdle(): Promise<unknown> {
	return new Promise((resolve) => {
		if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 5_000 });
		else setTimeout(resolve, 200);
	});
}
