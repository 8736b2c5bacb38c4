import { type AdRow, adKind, pinProducts } from '../../server/ads/index.ts';
import { createContentPolicy } from '../../server/content/index.ts';
import type { Tx } from '../../server/database/index.ts';

/** Pins products to a video without the events of an edit. */
export async function pinSampleProducts(tx: Tx, video: AdRow, productIds: readonly number[]): Promise<void> {
	const own = createContentPolicy(adKind).owned({ accountId: video.seller_id }, video);
	if (own) await pinProducts(tx, own, productIds);
}
