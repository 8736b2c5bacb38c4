import * as adsText from '../../contract/text/ads.ts';
import { shortAdPath } from './paths.ts';

interface ChatSubject {
	id: number;
	/** Phone number of the seller, digits only, as `wa.me` takes it. */
	whatsapp: string;
	title: string;
	/** Formatted price, such as 'NGN 70,000'. */
	price: string | null;
	origin: string;
}

/** Returns a link to a WhatsApp chat with the seller, with a prefilled message about the ad. */
export function buildWhatsAppUrl({ id, whatsapp, title, price, origin }: ChatSubject): string {
	const address = new URL(shortAdPath(id), origin).href;
	const text = adsText.whatsappMessage(title, price, address);
	return `https://wa.me/${whatsapp}?text=${encodeURIComponent(text.toWellFormed())}`;
}
