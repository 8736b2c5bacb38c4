import { defineEvent } from '../platform/events.ts';

/** Event: the seller of a sold ad named the buyer. `firstContactAt` is in milliseconds since 1970. */
export const buyerNamed = defineEvent<{
	adId: number;
	sellerId: number;
	buyerId: number;
	firstContactAt: number;
}>('contacts.buyer-named');
