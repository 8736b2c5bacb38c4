import type { Condition } from '../../contract/ads/ad-options.ts';
import type { Ad } from '../../contract/ads/ads.ts';
import { buildAggregateRating } from '../platform/aggregate-rating.ts';
import { adPath } from './paths.ts';

export type ProductAd = Pick<
	Ad,
	'id' | 'format' | 'title' | 'description' | 'category' | 'price_kobo' | 'condition' | 'state'
> & {
	seller: Pick<Ad['seller'], 'display_name' | 'user_name' | 'rating'>;
	gallery: readonly { url: string }[];
};

/** Condition in schema.org's terms, which do not say where an item was used. */
const itemConditions: Record<Condition, string> = {
	new: 'NewCondition',
	nigerian_used: 'UsedCondition',
	foreign_used: 'UsedCondition',
	refurbished: 'RefurbishedCondition',
};

/** Builds schema.org Product data for an ad. `origin` is the site's origin. */
export function buildProductJsonLd(ad: ProductAd, origin: string) {
	const address = new URL(adPath(ad), origin).href;
	const condition = ad.condition && { itemCondition: `https://schema.org/${itemConditions[ad.condition]}` };
	return {
		'@context': 'https://schema.org',
		'@type': 'Product',
		name: ad.title,
		description: ad.description,
		category: ad.category,
		...condition,
		url: address,
		image: ad.gallery.map((picture) => new URL(picture.url, origin).href),
		// An ad without a price gets no offer, because schema.org requires a price for an offer.
		...(ad.price_kobo !== null && {
			offers: {
				'@type': 'Offer',
				url: address,
				...condition,
				priceCurrency: 'NGN',
				price: (ad.price_kobo / 100).toFixed(2),
				availability: `https://schema.org/${ad.state === 'sold' ? 'SoldOut' : 'InStock'}`,
				seller: buildSeller(ad.seller),
			},
		}),
	};
}

// schema.org has ratings of organizations, not of persons.
function buildSeller({ display_name, user_name, rating }: ProductAd['seller']) {
	const name = display_name || user_name;
	return rating
		? { '@type': 'Organization', name, aggregateRating: buildAggregateRating(rating) }
		: { '@type': 'Person', name };
}

/** Shortens a description to one line of about `maxLength` characters, cut between words where possible. */
export function shortenDescription(description: string, maxLength = 160): string {
	const line = description.replace(/\s+/g, ' ').trim();
	if (line.length <= maxLength) return line;
	const cut = line.slice(0, maxLength);
	const end = cut.lastIndexOf(' ');
	return `${(end > maxLength / 2 ? cut.slice(0, end) : cut).toWellFormed()}…`;
}
