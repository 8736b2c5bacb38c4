export interface PageToShare {
	/** Absolute URL of the shared page. */
	address: string;
	title: string;
}

/** Returns the URLs that share a page on social networks, with the page's URL and title filled in. */
export function buildShareUrls({ address, title }: PageToShare) {
	return {
		facebook: withQuery('https://www.facebook.com/sharer/sharer.php', { u: address, quote: title }),
		x: withQuery('https://x.com/intent/post', { url: address, text: title }),
		whatsapp: withQuery('https://wa.me/', { text: `${title}\n${address}` }),
	};
}

function withQuery(base: string, query: Record<string, string>): string {
	// Spaces are encoded as %20, because WhatsApp shows a plus as a plus.
	const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
	return `${base}?${pairs.join('&')}`;
}
