import { createEvent } from '../platform/event.ts';

export type AccountEvents = ReturnType<typeof createAccountEvents>;

/** What accounts announce, within the transaction it happens in. */
export function createAccountEvents() {
	return {
		/** An account has shown that its e-mail address is its own; `emailKey` is the address folded to one spelling. */
		emailVerified: createEvent<{ accountId: number; emailKey: string }>(),
		/** An account is to be seen no more, or again: whoever holds its rows hides or shows them. */
		shownChanged: createEvent<{ accountId: number; shown: boolean }>(),
	};
}
