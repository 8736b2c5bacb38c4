import type { AdFormat } from '../../contract/ads/ads.ts';
import { addContent, trendingScore } from '../content/index.ts';
import type { Tx } from '../database/index.ts';
import type { AttachedMedia } from '../media/index.ts';
import type { AdForm, AdImport } from './ads.ts';
import { adKind } from './content-kind.ts';
import { toDeliveryBits } from './delivery.ts';
import { assertOptionsOfCategory } from './options-of-category.ts';
import * as store from './store.ts';
import type { AdRow } from './tables.ts';

interface PostingOptions {
	/** Time of the ad. */
	at: number;
	/** Time when the ad was sold; null, the default, for an ad for sale. */
	soldAt?: number | null;
	/** A `boost` of n adds the trending score of n likes. */
	boost?: number;
	batch?: AdImport | null;
}

/** Adds an ad with its files to the tables and to the search index. Emits no events. */
export async function addAd(
	tx: Tx,
	sellerId: number,
	form: AdForm,
	format: AdFormat,
	files: readonly AttachedMedia[],
	{ at, soldAt = null, boost = 0, batch = null }: PostingOptions,
): Promise<AdRow> {
	const [cover] = files;
	if (!cover) throw new Error('An ad has at least one file');
	assertOptionsOfCategory(form.category, form);
	const ad = await store.insertAd(tx, {
		seller_id: sellerId,
		format,
		category: form.category,
		title: form.title,
		description: form.description,
		price_kobo: form.price_kobo ?? null,
		negotiable: form.negotiable ? 1 : 0,
		condition: form.condition ?? null,
		delivery: toDeliveryBits(form.delivery ?? []),
		state: form.location?.state ?? null,
		lga: form.location?.lga ?? null,
		place: form.place || null,
		whatsapp: form.whatsapp ?? null,
		call_number: form.call_number ?? null,
		media_state: cover.state,
		pictures: format === 'image' ? files.length : 0,
		cover_id: cover.id,
		score: trendingScore({ created_at: at - (batch?.scoreDelay ?? 0), likes: boost, comments: 0, views: 0 }),
		created_at: at,
		updated_at: at,
		import_id: batch?.id ?? null,
		sold_at: soldAt,
	});
	await addContent(tx, adKind, ad, files);
	return ad;
}
