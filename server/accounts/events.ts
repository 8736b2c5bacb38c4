import { defineEvent } from '../platform/events.ts';

/** An account has shown that its e-mail address is its own; `normalizeEmail` is the address folded to one spelling. */
export const accountEmailVerified = defineEvent<{ accountId: number; emailKey: string }>('accounts.email-verified');

/** The visibility of an account changed: handlers hide or show its rows. */
export const accountVisibilityChanged = defineEvent<{ accountId: number; isVisible: boolean }>(
	'accounts.shown-changed',
);
