import { lessonPath } from '../../contract/core/page-paths.ts';
import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import * as commonText from '../../text/shared/common.ts';
import * as offlineText from '../../text/web/offline.ts';
import * as pageTitlesText from '../../text/web/page-titles.ts';
import type { PersistedQuery } from '../platform/stored-schemas.ts';
import type { OfflineRoute } from './routes-ahead.ts';

export interface OfflinePageEntry {
	to: string;
	label: string;
	/** What is available offline, such as '12 items'; null if the page has no count. */
	contents: string | null;
	/** Time of the newest server response for the page, in milliseconds since 1970. */
	at: number;
	route: OfflineRoute;
}

export const savedListPages: Record<SavedList, Pick<OfflinePageEntry, 'to' | 'label' | 'route'>> = {
	wishlist: { to: '/wishlist', label: commonText.wishlist, route: 'pages/saved/wishlist' },
	tweets: { to: '/tweetBookmark', label: pageTitlesText.savedTweets, route: 'tweetBookmark' },
	talks: { to: '/talkBookmark', label: pageTitlesText.savedTalks, route: 'talkBookmark' },
};

/** Finds the pages that can render from persisted queries, in navigation order. Skips courses without a title, which no longer exist. */
export function findOfflinePages(
	persistedQueries: Iterable<PersistedQuery>,
	getTitle: (courseId: string) => string | undefined,
): OfflinePageEntry[] {
	const all = [...persistedQueries].sort((a, b) => b.at - a.at);
	const findNewest = (name: string) => all.find(({ key }) => key[0] === name && (name !== 'feed' || key[1] === null));
	const pages: OfflinePageEntry[] = [];

	const feed = findNewest('feed');
	if (feed)
		pages.push({ to: '/', label: pageTitlesText.trending, contents: null, at: feed.at, route: 'pages/home/page' });
	const forYou = findNewest('for-you');
	if (forYou)
		pages.push({
			to: '/for-you',
			label: pageTitlesText.forYou,
			contents: null,
			at: forYou.at,
			route: 'pages/for-you/page',
		});

	for (const [list, page] of Object.entries(savedListPages)) {
		const items = all.filter(({ key, data }) => key[0] === 'saved-item' && key[1] === list && data !== null);
		if (items[0]) pages.push({ ...page, contents: offlineText.items(items.length), at: items[0].at });
	}

	const lessons = all.filter(({ key }) => key[0] === 'courses' && key[1] === 'lesson');
	for (const id of new Set(lessons.map(({ key }) => String(key[2])))) {
		const label = getTitle(id);
		const own = lessons.filter(({ key }) => key[2] === id);
		if (label === undefined || !own[0]) continue;
		pages.push({
			to: lessonPath(id, Number(own[0].key[3])),
			label,
			contents: offlineText.lessonCount(own.length),
			at: own[0].at,
			route: 'pages/lesson/page',
		});
	}
	return pages;
}

export function hasPersistedLessons(persistedQueries: Iterable<PersistedQuery>): boolean {
	return [...persistedQueries].some(({ key }) => key[0] === 'courses' && key[1] === 'lesson');
}

/** Returns whether a persisted query has the page or the wishlist entry of one of the videos. */
export function isOfVideo({ key }: Pick<PersistedQuery, 'key'>, ids: readonly number[]): boolean {
	const isEntry = key[0] === 'saved-item' && key[1] === 'wishlist';
	return (key[0] === 'video' && ids.includes(Number(key[1]))) || (isEntry && ids.includes(Number(key[2])));
}
