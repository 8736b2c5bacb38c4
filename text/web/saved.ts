// What the saved lists say.

import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import { savedTalks, savedTweets } from './page-titles.ts';

export const lists = 'Saved lists';
export const emptyTitle = 'Nothing saved yet';
export const searchLabel = 'Search saved items';
export const browserOnly = 'Saved in this browser only. Log in to see it on your other devices.';
export const noMatch = 'No matches';
export const showAll = 'Show all';
export const loading = 'Loading saved items';
export const tweets = 'Tweets';
export const talks = 'Talks';
export const titles: Record<'tweets' | 'talks', string> = {
	tweets: savedTweets,
	talks: savedTalks,
};
export const emptyHints: Record<SavedList, string> = {
	wishlist: 'Tap Save on any ad to find it here later.',
	tweets: 'Tap Save on a tweet to find it here later.',
	talks: 'Tap Save on a talk to find it here later.',
};
export const readPosts = 'Read posts';
export const loadFailed: Record<SavedList, string> = {
	wishlist: "We couldn't load your saved ads",
	tweets: "We couldn't load your saved tweets",
	talks: "We couldn't load your saved talks",
};
export const gone: Record<SavedList, string> = {
	wishlist: 'This ad is no longer available.',
	tweets: 'This tweet is no longer available.',
	talks: 'This talk is no longer available.',
};
