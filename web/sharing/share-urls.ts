export interface SharedPage {
	/** Absolute address of the page. */
	address: string;
	title: string;
}

/** Where a page is shared to: each address opens the network's own form with the page's address and title filled in. */
export function shareUrls({ address, title }: SharedPage) {
	return {
		facebook: withQuery('https://www.facebook.com/sharer/sharer.php', { u: address, quote: title }),
		x: withQuery('https://x.com/intent/post', { url: address, text: title }),
		whatsapp: withQuery('https://wa.me/', { text: `${title}\n${address}` }),
	};
}

function withQuery(base: string, query: Record<string, string>): string {
	// Spaces as %20: WhatsApp shows a plus as a plus.
	const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
	return `${base}?${pairs.join('&')}`;
}
