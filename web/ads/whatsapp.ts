import * as contactText from '../../contract/text/contact.ts';
import { shortAdPath } from './paths.ts';

interface ChatSubject {
	id: number;
	/** WhatsApp number of the seller: international digits without the plus. */
	whatsapp: string;
	title: string;
	/** Formatted price, such as 'NGN 70,000'. */
	price: string | null;
	origin: string;
}

/** Returns a link to a WhatsApp chat with the seller. The prefilled message says `words`, title, price and link of the ad. */
export function buildWhatsAppUrl({ id, whatsapp, title, price, origin }: ChatSubject, words: string): string {
	const address = new URL(shortAdPath(id), origin).href;
	const text = contactText.chatMessage(words, title, price, address);
	return `https://wa.me/${whatsapp}?text=${encodeURIComponent(text.toWellFormed())}`;
}
