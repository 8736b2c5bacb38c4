import { defineEvent } from '../platform/events.ts';

/** `emailKey` is the normalized email address. */
export const accountEmailVerified = defineEvent<{ accountId: number; emailKey: string }>('accounts.email-verified');

/** Handlers hide or show the rows of the account. */
export const accountVisibilityChanged = defineEvent<{ accountId: number; isVisible: boolean }>(
	'accounts.shown-changed',
);
