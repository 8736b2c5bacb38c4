import * as adsText from '../../contract/text/ads.ts';
import { shortAdPath } from './addresses.ts';

interface Asked {
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
export function whatsAppAddress({ id, whatsapp, title, price, origin }: Asked): string {
	const address = new URL(shortAdPath(id), origin).href;
	const text = adsText.whatsappMessage(title, price, address);
	return `https://wa.me/${whatsapp}?text=${encodeURIComponent(text.toWellFormed())}`;
}
