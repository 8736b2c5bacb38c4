import { categories } from '../../contract/market-settings/categories.ts';
import type { MarketSettings, MarketValues } from '../../contract/market-settings/market-settings.ts';

const defaults: MarketValues = {
	name: 'Kasuwa',
	tagline: 'The market where every seller is seen',
	slug: 'kasuwa',
	colour: '#0b6b46',
	email: null,
	phone: null,
	whatsapp: null,
	address: null,
	terms: null,
	privacy: null,
	category_order: [...categories],
	hidden_categories: [],
	limits: {
		posting: {
			unverified: { ads: 5, posts: 10, comments: 30, contacts: 20, reviews: 3, reports: 3 },
			verified: { ads: 20, posts: 60, comments: 200, contacts: 60, reviews: 10, reports: 10 },
			older: { ads: 100, posts: 300, comments: 1000, contacts: 300, reviews: 50, reports: 50 },
		},
		uploads: 500,
		sign_ups: 100,
		phone_codes: 1000,
	},
};

/** Makes the settings of a market that has changed the given values. */
export function makeMarketSettings(changed: Partial<MarketValues> = {}, version = 0): MarketSettings {
	return { version, updated_at: null, values: { ...defaults, ...changed }, defaults, logo: null };
}
