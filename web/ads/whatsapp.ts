interface Asked {
	/** Digits for `wa.me`. */
	whatsapp: string;
	title: string;
	/** For display, such as 'NGN 70,000'. */
	price: string | null;
	/** Absolute address of the ad's page. */
	address: string;
}

/** A WhatsApp chat with the seller, with a first message about the ad filled in. */
export function whatsAppAddress({ whatsapp, title, price, address }: Asked): string {
	const text = `Hello, I am interested in "${title}"${price === null ? '' : ` (${price})`}.\n${address}`;
	return `https://wa.me/${whatsapp}?text=${encodeURIComponent(text.toWellFormed())}`;
}
