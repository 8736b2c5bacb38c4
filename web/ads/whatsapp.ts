import * as adsText from '../../contract/text/ads.ts';
import { shortAdPath } from './paths.ts';

interface ChatSubject {
	id: number;
	/** Digits for `wa.me`. */
	whatsapp: string;
	title: string;
	/** For display, such as 'NGN 70,000'. */
	price: string | null;
	/** Scheme and host of the site. */
	origin: string;
}

/** A WhatsApp chat with the seller, with a first message about the ad filled in. */
export function whatsAppUrl({ id, whatsapp, title, price, origin }: ChatSubject): string {
	const address = new URL(shortAdPath(id), origin).href;
	const text = adsText.whatsappMessage(title, price, address);
	return `https://wa.me/${whatsapp}?text=${encodeURIComponent(text.toWellFormed())}`;
}
