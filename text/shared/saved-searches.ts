// What saved searches say: the button beside the results, their page and the answers of the API.

import { plural } from '../../contract/core/plural.ts';
import type { AlertMode } from '../../contract/saved-searches/saved-search-options.ts';

export const quotedWords = (words: string) => `“${words}”`;

export const saveThis = 'Save this search';
export const saveHint = "We'll tell you when a new ad matches.";
export const savedNow = "Search saved. We'll tell you about new ads.";
export const savedAlready = 'You saved this search';
export const seeSaved = 'See your saved searches';
export const limitReached = (most: number) =>
	`You can save ${most} searches. Delete one you no longer need, then save this one.`;
export const empty = 'Type a word or choose a filter first.';
export const notFound = 'This saved search is gone.';

export const title = 'Saved searches';
export const lead = "We look for new ads and tell you. You don't have to search again.";
export const loading = 'Loading your saved searches';
export const loadFailed = "We couldn't load your saved searches";
export const emptyTitle = 'No saved searches yet';
export const emptyHint = 'Search for something, then tap “Save this search”. We tell you about new ads.';
export const startSearch = 'Search';
export const newAds = (count: number, most: number) =>
	count >= most ? `${most}+ new` : plural(count, { one: '# new', other: '# new' });
export const nothingNew = 'Nothing new';
export const lastLooked = 'You looked <time/>';
export const neverLooked = 'Saved <time/>';
export const alerts = 'Alerts';
export const alertsOf = (name: string) => `Alerts for ${name}`;
export const alertNames: Record<AlertMode, string> = {
	at_once: 'At once',
	daily: 'Once a day',
	off: 'Off',
};
export const alertHints: Record<AlertMode, string> = {
	at_once: 'Inbox and push, as soon as an ad matches.',
	daily: 'One message with all new ads each morning: inbox, push and email.',
	off: 'No messages. New ads still wait for you here.',
};
export const alertsSaved = 'Alerts changed';
export const deleteNamed = (name: string) => `Delete ${name}`;
export const deleted = 'Saved search deleted';
export const undo = 'Undo';
export const settings = 'Notification settings';

export const newTitle = (count: number, most: number) =>
	count >= most ? `${most}+ new ads` : plural(count, { one: '# new ad', other: '# new ads' });
export const allTitle = 'All ads, newest first';
export const noNew = 'Nothing new since you last looked.';
export const noAds = 'No ads match this search yet';
export const noAdsHint = "We keep looking and tell you when there's one.";
export const back = 'All saved searches';
export const loadingOne = 'Loading this search';
export const loadOneFailed = "We couldn't load this search";
export const end = "You've seen all ads of this search.";
export const changeSearch = 'Open in search';
