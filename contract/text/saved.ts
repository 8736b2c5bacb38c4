// What the saved lists say.

import type { SavedList } from '../saved-items.ts';
import { savedTalks, savedTweets } from './page-titles.ts';

export const lists = 'Saved lists';
export const emptyTitle = 'Nothing saved yet';
export const searchLabel = 'Search what you saved';
export const browserOnly = 'Kept in this browser. Log in to have it on your other devices.';
export const noMatch = 'Nothing saved matches';
export const showAll = 'Show all';
export const loading = 'Loading what you saved';
export const tweets = 'Tweets';
export const talks = 'Talks';
export const titles: Record<'tweets' | 'talks', string> = {
	tweets: savedTweets,
	talks: savedTalks,
};
export const emptyHints: Record<SavedList, string> = {
	wishlist: 'Tap Save on anything you like, and find it here again.',
	tweets: 'Tap Save on a tweet, and find it here again.',
	talks: 'Tap Save on a talk, and find it here again.',
};
export const readPosts = 'Read what sellers say';
export const loadFailed: Record<SavedList, string> = {
	wishlist: 'Your saved ads could not be loaded',
	tweets: 'Your saved tweets could not be loaded',
	talks: 'Your saved talks could not be loaded',
};
export const gone: Record<SavedList, string> = {
	wishlist: 'This ad is no longer there.',
	tweets: 'This tweet is no longer there.',
	talks: 'This talk is no longer there.',
};
