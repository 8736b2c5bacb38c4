import { type AdRow, adKind, pinProducts } from '../../server/ads/index.ts';
import { createContentPolicy } from '../../server/content/index.ts';
import type { Tx } from '../../server/database/index.ts';
import type { Server } from '../../server/server.ts';
import type { SampleSeller } from './sellers.ts';

/** Adds the account of a seller. Nobody can log in to a sample account. `createdAt` is in milliseconds since 1970. */
export function addSampleAccount({ accounts }: Server, tx: Tx, seller: SampleSeller, createdAt: number) {
	const email = `${seller.user_name}@sample.invalid`;
	return accounts.add(tx, {
		user_name: seller.user_name,
		display_name: seller.display_name,
		email,
		email_key: email,
		role: 'user',
		bio: seller.bio,
		place: seller.place,
		phone: seller.whatsapp,
		phone_public: seller.whatsapp === null ? 0 : 1,
		sample: 1,
		is_ranking: 1,
		created_at: createdAt,
	});
}

/** Pins products to a video without the events of an edit. */
export async function pinSampleProducts(tx: Tx, video: AdRow, productIds: readonly number[]): Promise<void> {
	const own = createContentPolicy(adKind).owned({ accountId: video.seller_id }, video);
	if (own) await pinProducts(tx, own, productIds);
}
