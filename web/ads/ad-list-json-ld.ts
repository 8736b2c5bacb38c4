import type { AdCard } from '../../contract/ads/ads.ts';
import { buildItemListJsonLd, type ItemListJsonLd } from '../platform/item-list-json-ld.ts';
import { adPath } from './paths.ts';

/** Builds schema.org ItemList data of ads. Returns undefined without ads, because an empty list says nothing. */
export function buildAdListJsonLd(ads: readonly AdCard[], origin: string): ItemListJsonLd | undefined {
	if (ads.length === 0) return undefined;
	return buildItemListJsonLd(
		ads.map((ad) => ({ name: ad.title, path: adPath(ad) })),
		origin,
	);
}
