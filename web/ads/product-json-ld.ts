import type { Ad } from '../../contract/ads.ts';
import { adPath } from './paths.ts';

/** What is told of an ad as something to buy. */
export type ProductAd = Pick<Ad, 'id' | 'format' | 'title' | 'description' | 'category' | 'price_kobo' | 'state'> & {
	seller: Pick<Ad['seller'], 'display_name' | 'user_name'>;
	gallery: readonly { url: string }[];
};

/** What search engines read of an ad (schema.org Product). `origin` is the site's. */
export function buildProductJsonLd(ad: ProductAd, origin: string) {
	const address = new URL(adPath(ad), origin).href;
	return {
		'@context': 'https://schema.org',
		'@type': 'Product',
		name: ad.title,
		description: ad.description,
		category: ad.category,
		url: address,
		image: ad.gallery.map((picture) => new URL(picture.url, origin).href),
		// Without a price there is no offer to speak of.
		...(ad.price_kobo !== null && {
			offers: {
				'@type': 'Offer',
				url: address,
				priceCurrency: 'NGN',
				price: (ad.price_kobo / 100).toFixed(2),
				availability: `https://schema.org/${ad.state === 'sold' ? 'SoldOut' : 'InStock'}`,
				seller: { '@type': 'Person', name: ad.seller.display_name || ad.seller.user_name },
			},
		}),
	};
}

/** A description in one line of at most `letters`, cut at a word, for link previews. */
export function toSummary(description: string, letters = 160): string {
	const line = description.replace(/\s+/g, ' ').trim();
	if (line.length <= letters) return line;
	const cut = line.slice(0, letters);
	const end = cut.lastIndexOf(' ');
	return `${(end > letters / 2 ? cut.slice(0, end) : cut).toWellFormed()}…`;
}
