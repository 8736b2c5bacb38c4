import type { Ad, LinkedAd } from '../../contract/ads/ads.ts';
import * as adLimits from '../../contract/ads/limits.ts';
import * as validationText from '../../text/shared/validation.ts';
import type { AuthorizedRow } from '../core/authorization.ts';
import { invalidInput } from '../core/domain-error.ts';
import type { Db, Tx } from '../database/index.ts';
import type { MediaService } from '../media/index.ts';
import { adCacheTag } from './cache-tags.ts';
import { getAdState, presentLinkedAd } from './present.ts';
import * as store from './store.ts';
import type { AdRow } from './tables.ts';

/** Invalidates the responses with the videos that an ad is pinned to, and with the products that are pinned to it. */
export async function invalidateLinkedAds(tx: Tx, id: number): Promise<void> {
	tx.invalidate(...(await store.listLinkedAdIds(tx, id)).map(adCacheTag));
}

/** Pins products to a video in place of its earlier ones. Throws `invalid` unless each is another ad of the seller that is for sale. */
export async function pinProducts(tx: Tx, video: AuthorizedRow<AdRow>, productIds: readonly number[]): Promise<void> {
	if (video.format !== 'video') throw invalidInput({ products: validationText.productsNotTaken });
	const ads = productIds.length > 0 ? await store.lockAds(tx, productIds) : [];
	const pinnable = ads.filter(
		(ad) => ad.seller_id === video.seller_id && ad.id !== video.id && getAdState(ad) === 'ready',
	);
	if (pinnable.length < productIds.length) throw invalidInput({ products: validationText.productNotPinnable });
	await invalidateLinkedAds(tx, video.id);
	await store.setPinnedProducts(tx, video, productIds);
	await invalidateLinkedAds(tx, video.id);
}

/** Lists the products for sale that are pinned to videos, by video. */
export async function listProducts(
	db: Db,
	media: MediaService,
	videoIds: readonly number[],
): Promise<Map<number, LinkedAd[]>> {
	const rows = await store.listPinnedProducts(db, videoIds);
	const present = await createPresenter(db, media, rows);
	const byVideo = Map.groupBy(rows, (row) => row.video_id);
	return new Map([...byVideo].map(([videoId, products]) => [videoId, products.map(present)]));
}

/** Lists the products of a video, and the videos that an ad is pinned to. Omits an empty list. */
export async function listLinkedAds(
	db: Db,
	media: MediaService,
	{ id, format }: AdRow,
): Promise<Pick<Ad, 'products' | 'videos'>> {
	const products = format === 'video' ? (await listProducts(db, media, [id])).get(id) : undefined;
	const videos = await store.listVideosOfProduct(db, id, adLimits.videosOfProduct);
	const present = await createPresenter(db, media, videos);
	return { ...(products && { products }), ...(videos.length > 0 && { videos: videos.map(present) }) };
}

/** Loads the covers of ads. Returns a function that presents one of the ads. */
async function createPresenter(db: Db, media: MediaService, ads: readonly AdRow[]): Promise<(ad: AdRow) => LinkedAd> {
	const coverIds = ads.map((ad) => ad.cover_id);
	const covers = coverIds.length > 0 ? await media.findByIds(db, coverIds) : new Map();
	return (ad) => presentLinkedAd(ad, covers.get(ad.cover_id));
}
