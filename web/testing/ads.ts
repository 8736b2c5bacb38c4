import type { Ad, AdCard, LinkedAd, OwnAdDetails } from '../../contract/ads/ads.ts';

/** Makes an ad whose picture files do not exist. */
export function makeAdCard(id: number, overrides: Partial<AdCard> = {}): AdCard {
	return {
		id,
		format: 'image',
		state: 'ready',
		title: `Lamp ${id}`,
		category: 'Groceries & Essentials',
		price_kobo: 7_000_000,
		price: 'NGN 70,000',
		negotiable: false,
		condition: null,
		delivery: [],
		location: null,
		place: 'Yaba, Lagos',
		seller: { id: 9, user_name: 'mama_risi', display_name: 'Mama Risi Stores', user_image: null },
		cover: null,
		pictures: 1,
		video: null,
		created_at: '2026-11-01T09:00:00.000Z',
		likes: 3,
		comments: 0,
		views: 12,
		...overrides,
	};
}

/** Makes the same ad as `makeAdCard`, with the additional fields of the ad's own page. */
export function makeAd(id: number, overrides: Partial<Ad> = {}): Ad {
	return {
		...makeAdCard(id),
		has_whatsapp: true,
		has_call_number: false,
		description: 'Six yards.',
		gallery: [],
		updated_at: '2026-11-01T09:00:00.000Z',
		...overrides,
	};
}

/** Makes what another ad shows of the ad of `makeAdCard`. */
export function makeLinkedAd(id: number): LinkedAd {
	const { format, title, price, cover } = makeAdCard(id);
	return { id, format, title, price, cover };
}

/** Makes the same ad as `makeAd`, as its seller gets it. */
export function makeOwnAdDetails(id: number, overrides: Partial<OwnAdDetails> = {}): OwnAdDetails {
	return { ...makeAd(id), whatsapp: '2348031234567', call_number: null, ...overrides };
}
