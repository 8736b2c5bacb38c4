import { defineEvent } from '../core/events.ts';

/** Event: a new ad matches saved searches, and owners of them may hear about it at once. */
export const savedSearchesMatched = defineEvent<{ adId: number }>('saved-searches.matched');

/** Event: an account's daily alerts about ads that matched before a time are due. */
export const dailyAlertsDue = defineEvent<{ accountId: number; before: number }>('saved-searches.daily-due');
