import type { ContactChannel } from '../../contract/contacts/contacts.ts';
import { defineEvent } from '../core/events.ts';

/** Event: a buyer got in touch about an ad for the first time, or for the first time since a question. A question is a comment, so it emits none. */
export const contactMade = defineEvent<{ adId: number; sellerId: number; kind: ContactChannel }>('contacts.made');

/** Event: the seller of a sold ad named the buyer. `firstContactAt` is in milliseconds since 1970. */
export const buyerNamed = defineEvent<{
	adId: number;
	sellerId: number;
	buyerId: number;
	firstContactAt: number;
}>('contacts.buyer-named');
