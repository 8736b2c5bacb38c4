import { defineEvent } from '../platform/events.ts';

/** Event: the seller of a sold ad named the buyer. */
export const buyerNamed = defineEvent<{ adId: number; sellerId: number; buyerId: number }>('contacts.buyer-named');
