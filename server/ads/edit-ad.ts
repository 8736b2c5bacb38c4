import { hasItemOptions } from '../../contract/ads/ad-options.ts';
import * as adLimits from '../../contract/ads/limits.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import { compareNumbers } from '../accounts/index.ts';
import type { ContentServiceDeps } from '../content/index.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { formatLocalTime } from '../core/local-time.ts';
import type { Tx } from '../database/index.ts';
import type { AdChanges, AdService } from './ads.ts';
import { adCacheTag, adListsCacheTag } from './cache-tags.ts';
import type { AdContent } from './content-kind.ts';
import { toDeliveryBits } from './delivery.ts';
import { emitAdWritten } from './emit-ad-written.ts';
import { adPriceDropped, adSoldChanged } from './events.ts';
import { assertOptionsOfCategory } from './options-of-category.ts';
import { invalidateLinkedAds, pinProducts } from './pinned-products.ts';
import { getAdState, presentOwnAd } from './present.ts';
import type { AdPresenter } from './present-ads.ts';
import { indexAd } from './search.ts';
import * as store from './store.ts';
import type { AdRow } from './tables.ts';

export function createAdEditing(
	{ db, clock, events, accounts, media }: ContentServiceDeps,
	content: AdContent,
	{ present, presentWhole }: Pick<AdPresenter, 'present' | 'presentWhole'>,
) {
	async function change(
		tx: Tx,
		ad: AuthorizedRow<AdRow>,
		values: Parameters<typeof store.updateAd>[2],
	): Promise<AdRow> {
		tx.invalidate(adCacheTag(ad.id), adListsCacheTag);
		await invalidateLinkedAds(tx, ad.id);
		const changed = await store.updateAd(tx, ad, { ...values, updated_at: clock.now() });
		await indexAd(tx, changed);
		return changed;
	}

	return {
		async update(tx, actor, id, { captions, products, ...form }) {
			const ad = await content.lockOwn(tx, actor, id);
			accounts.numberChanges.assertTokenKeeps(actor, ad, form);
			if (products) await pinProducts(tx, ad, products);
			if (captions !== undefined) {
				if (ad.format !== 'video') throw invalidInput({ captions: contentApiText.captionsOfVideosOnly });
				await media.setCaptions(tx, ad.cover_id, captions);
			}
			const updated = await change(tx, ad, toColumnChanges(form.category ?? ad.category, form));
			const formerNumbers = compareNumbers(id, toAccountNumbers(ad), toAccountNumbers(updated));
			await accounts.numberChanges.record(tx, ad.seller_id, formerNumbers);
			const changed = await emitAdWritten(tx, { events, content }, updated, false, { captions });
			if (ad.price_kobo !== null && changed.price_kobo !== null && changed.price_kobo < ad.price_kobo) {
				const { id: adId, seller_id: ownerId, price_kobo: priceKobo } = changed;
				await events.emit(tx, adPriceDropped, { adId, ownerId, priceKobo });
			}
			return presentWhole(tx, changed);
		},

		async markSold(tx, actor, id, sold) {
			const ad = await content.lockOwn(tx, actor, id);
			const changed = await change(tx, ad, { sold_at: sold ? (ad.sold_at ?? clock.now()) : null });
			if (sold !== (ad.sold_at !== null)) {
				await events.emit(tx, adSoldChanged, { adId: id, ownerId: ad.seller_id, isSold: sold });
			}
			return presentWhole(tx, changed);
		},

		async renew(tx, actor, id) {
			const ad = await content.lockOwn(tx, actor, id);
			if (getAdState(ad) !== 'ready') throw new DomainError('conflict', contentApiText.onlyLiveRenewed);
			const now = clock.now();
			const lastUp = ad.renewed_at ?? ad.created_at;
			const renewableAt = lastUp + adLimits.renewInterval;
			if (now < renewableAt) {
				throw new DomainError('conflict', contentApiText.renewableFrom(formatLocalTime(renewableAt)));
			}
			const changed = await change(tx, ad, { renewed_at: now, score: ad.score + now - lastUp });
			return presentWhole(tx, changed);
		},

		isSold: async (tx, actor, id) => (await content.lockOwn(tx, actor, id)).sold_at !== null,

		remove: async (tx, actor, id) => content.remove(tx, await content.lockOwn(tx, actor, id)),

		async removeImported(tx, owner, importId, limit) {
			const rows = await store.lockImportedAds(tx, importId, limit);
			for (const row of rows) {
				const own = content.owned(owner, row);
				if (!own) throw new DomainError('forbidden', contentApiText.adOfAnother);
				await content.remove(tx, own);
			}
			return rows.length;
		},

		async assertRetryable(actor, id) {
			const ad = await db.transaction((tx) => content.lockOwn(tx, actor, id));
			if (!(await media.canRetry(ad.cover_id))) throw nothingToRetry();
		},

		async retry(tx, actor, id) {
			const ad = await content.lockOwn(tx, actor, id);
			if (!(await media.retry(tx, ad.cover_id))) throw nothingToRetry();
			const retried = await content.find(tx, id, actor);
			return present(tx, retried, (shown, seller, [cover]) => presentOwnAd(shown, seller, cover));
		},
	} satisfies Partial<AdService>;
}

function toAccountNumbers({ whatsapp: phone, call_number }: AdRow) {
	return { phone, call_number };
}

function nothingToRetry(): DomainError {
	return new DomainError('conflict', contentApiText.nothingToRetry);
}

/** Converts a form to the columns that it changes. `category` is the ad's category after the change. */
function toColumnChanges(
	category: string,
	{ negotiable, delivery, location, place, ...form }: Omit<AdChanges, 'captions' | 'products'>,
): Parameters<typeof store.updateAd>[2] {
	assertOptionsOfCategory(category, { condition: form.condition, delivery });
	const columns = {
		...form,
		...(place !== undefined && { place: place || null }),
		...(negotiable !== undefined && { negotiable: negotiable ? 1 : 0 }),
		...(delivery && { delivery: toDeliveryBits(delivery) }),
		...(location !== undefined && { state: location?.state ?? null, lga: location?.lga ?? null }),
		...(!hasItemOptions(category) && { condition: null, delivery: 0 }),
	};
	return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
