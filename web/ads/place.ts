import type { AdCard } from '../../contract/ads/ads.ts';

type Placed = Pick<AdCard, 'place' | 'location'>;

/** Formats the place of an ad from the spot to the state; null without one. Older spots may already name the area or the state. */
export function formatPlace({ place, location }: Placed): string | null {
	const named = [place, location?.lga, location?.state].filter((name) => name != null);
	const parts = named.filter((name, index) => index === 0 || !place || !includesName(place, name));
	return parts.length > 0 ? parts.join(', ') : null;
}

function includesName(text: string, name: string): boolean {
	const words = (value: string) => ` ${value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
	return words(text).includes(words(name));
}
