import { hashKey, partialMatchKey, type QueryClient } from '@tanstack/react-query';
import type { AdCard } from '../../../contract/ads.ts';
import type { Client } from '../../../contract/client.ts';
import { adQuery } from '../../ads/queries.ts';
import { lessonQuery, modulesQuery, progressQuery } from '../../courses/learning-queries.ts';
import { myEnrollmentsQuery } from '../../enrollments/queries.ts';
import { keptAnswers, keptFor, keptHashes } from '../../platform/kept-answers.ts';
import { savedItemsKey } from '../../saved-items/queries.ts';
import { keepCode, keepLessonCode, savedAhead } from './keep.ts';

/** Milliseconds after which a kept ad is fetched again: its price may have changed, or it is sold. */
const day = 86_400_000;

/** Keeps the pages of the picture ads on the wishlist, one after the other; a video needs the network anyway. */
export async function keepSavedAds(
	api: Client,
	queries: QueryClient,
	account: number | null,
	signal: AbortSignal,
): Promise<void> {
	const answers = [...(await keptAnswers(account)).values()];
	const fresh = answers.filter(({ at }) => Date.now() - at < day);
	const known = new Set(fresh.map(({ key }) => hashKey(key)));
	const queryKey = savedItemsKey('wishlist');
	const saved = answers.filter(({ key }) => partialMatchKey(key, queryKey)).map(({ data }) => data);
	// What has just come is not written yet.
	const come = queries.getQueriesData({ queryKey }).map(([, data]) => data);
	const cards = new Map(([...saved, ...come] as (AdCard | null)[]).flatMap((card) => (card ? [[card.id, card]] : [])));
	const missing = [...cards.values()]
		.filter(({ id, format }) => format === 'image' && !known.has(hashKey(adQuery(api, String(id)).queryKey)))
		.slice(0, savedAhead);
	for (const { id } of missing) {
		await idle();
		if (signal.aborted) return;
		await queries.prefetchQuery({ ...adQuery(api, String(id)), meta: keptFor(account, 'ad') });
	}
	if (cards.size > 0) await keepCode(['pages/ad/page']);
}

/** Keeps the lessons of an account's active courses, one after the other, so that they are there although they were never opened. */
export async function keepCourses(
	api: Client,
	queries: QueryClient,
	account: number,
	signal: AbortSignal,
): Promise<void> {
	const known = await keptHashes(account);
	const isMissing = ({ queryKey }: { queryKey: readonly unknown[] }) => !known.has(hashKey(queryKey));
	const enrollments = await queries.fetchQuery(myEnrollmentsQuery(api, account));
	const active = new Set(enrollments.filter(({ state }) => state === 'active').map(({ course_id }) => course_id));
	for (const id of active) {
		const progress = progressQuery(api, id, account);
		if (isMissing(progress)) await queries.prefetchQuery(progress);
		for (const { module, has_text } of await queries.fetchQuery(modulesQuery(api, id))) {
			const lesson = lessonQuery(api, id, module, account);
			if (!has_text || !isMissing(lesson)) continue;
			await idle();
			if (signal.aborted) return;
			await queries.prefetchQuery(lesson);
		}
	}
	if (active.size === 0) return;
	await keepLessonCode();
	await keepCode(['pages/lesson/page']);
}

/** Until nobody waits for the browser. */
function idle(): Promise<unknown> {
	return new Promise((resolve) => {
		if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 5_000 });
		else setTimeout(resolve, 200);
	});
}
