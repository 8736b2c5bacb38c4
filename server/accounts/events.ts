import { defineEvent } from '../core/events.ts';

/** Event: the owner has verified an email address. `emailKey` is the normalized address. */
export const accountEmailVerified = defineEvent<{ accountId: number; emailKey: string }>('accounts.email-verified');

/** Event: a new password, a logout everywhere or a reset of the second factor has ended the logins, so nothing may act for the account that was there before. */
export const accountLoginsEnded = defineEvent<{ accountId: number }>('accounts.logins-ended');

/** Event: the owner has changed or removed a number of the account. `current` is null for a removed number. */
export const accountNumberChanged = defineEvent<{
	accountId: number;
	kind: 'phone' | 'call_number';
	previous: string;
	current: string | null;
}>('accounts.number-changed');

/** Event: the owner is told that numbers of the account or its ads have changed. `changeId` identifies the first change. */
export const accountNumbersAnnounced = defineEvent<{ accountId: number; changeId: number }>(
	'accounts.numbers-announced',
);

/** Event: the owner restores former numbers of ads. */
export const numberChangesUndone = defineEvent<{
	accountId: number;
	ads: readonly { adId: number; kind: 'phone' | 'call_number'; previous: string | null }[];
}>('accounts.number-changes-undone');

/**
 * Event: accounts are about to become visible or hidden. Handlers add the accounts whose rows `accountVisibilityChanged` updates too, so that
 * all of them are locked in one order.
 */
export const accountVisibilityLocking = defineEvent<{
	accountIds: readonly number[];
	add: (relatedIds: readonly number[]) => void;
}>('accounts.visibility-locking');

/** Event: an account becomes visible or hidden. Handlers show or hide the account's content and adjust counts. */
export const accountVisibilityChanged = defineEvent<{ accountId: number; isVisible: boolean }>(
	'accounts.shown-changed',
);

/** Event: an account was erased. */
export const accountErased = defineEvent<{ accountId: number }>('accounts.erased');

/** Event: the likes, follows and comments of an account begin to count in rankings. */
export const accountRankingStarted = defineEvent<{ accountId: number; isVisible: boolean }>('accounts.ranking-started');

/**
 * Event: the name of an account looks like the name of another one, which has the better right to it, or claims to be the market
 * (`otherUserName` is null).
 */
export const accountLooksAlike = defineEvent<{ accountId: number; name: string; otherUserName: string | null }>(
	'accounts.looks-alike',
);

/** Event: an account is new, or its owner has sent its name or bio, possibly unchanged. */
export const accountTextsChanged = defineEvent<{ accountId: number; name: string; userName: string; bio: string }>(
	'accounts.texts-changed',
);
