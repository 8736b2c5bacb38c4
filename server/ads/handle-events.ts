import { accountNumberChanged, numberChangesUndone } from '../accounts/index.ts';
import type { ContentServiceDeps } from '../content/index.ts';
import { mediaStateChanged } from '../media/index.ts';
import { adCacheTag, adListsCacheTag } from './cache-tags.ts';
import { adVideoProcessingEnded } from './events.ts';
import { invalidateLinkedAds } from './pinned-products.ts';
import { indexAd } from './search.ts';
import * as store from './store.ts';

/** Columns of ads for the numbers of accounts. */
const numberColumns = { phone: 'whatsapp', call_number: 'call_number' } as const;

/** Changes ads with their media and with the numbers of their sellers. */
export function handleEvents({ events, accounts }: Pick<ContentServiceDeps, 'events' | 'accounts'>): void {
	events.on(mediaStateChanged, async (tx, { mediaId, state }) => {
		const ad = await store.setAdMediaState(tx, mediaId, state);
		if (!ad) return;
		tx.invalidate(adCacheTag(ad.id), adListsCacheTag);
		await invalidateLinkedAds(tx, ad.id);
		await indexAd(tx, ad);
		if (ad.format === 'video' && state !== 'processing') {
			await events.emit(tx, adVideoProcessingEnded, { adId: ad.id, ownerId: ad.seller_id, state });
		}
	});

	events.on(accountNumberChanged, async (tx, { accountId, kind, previous, current }) => {
		const changed = await store.replaceNumber(tx, accountId, numberColumns[kind], { previous, current });
		tx.invalidate(...changed.map(adCacheTag));
		await accounts.numberChanges.record(
			tx,
			accountId,
			changed.map((adId) => ({ adId, kind, previous, isFirst: false })),
		);
	});

	events.on(numberChangesUndone, async (tx, { accountId, ads }) => {
		for (const { adId, kind, previous } of ads)
			await store.setNumber(tx, accountId, adId, numberColumns[kind], previous);
		tx.invalidate(...ads.map(({ adId }) => adCacheTag(adId)));
	});
}
