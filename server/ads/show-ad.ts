import * as messages from '../../contract/core/messages.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import type { ContentServiceDeps } from '../content/index.ts';
import { DomainError } from '../core/domain-error.ts';
import type { AdService } from './ads.ts';
import type { AdContent } from './content-kind.ts';
import { joinTexts } from './emit-ad-written.ts';
import { listLinkedAds, listProducts } from './pinned-products.ts';
import { getAdState, presentOffer, presentOwnAdDetails, presentVideoAd } from './present.ts';
import type { AdPresenter } from './present-ads.ts';
import { createAdMatcher } from './search.ts';

/** Shows one ad, or facts of it. */
export function createAdShowing(
	{ db, media }: Pick<ContentServiceDeps, 'db' | 'media'>,
	content: AdContent,
	{ present, presentWhole }: Pick<AdPresenter, 'present' | 'presentWhole'>,
) {
	return {
		show: async (id, actor) => presentWhole(db, await content.find(db, id, actor)),

		async getVideo(id, actor) {
			const ad = await content.findAny(db, id);
			if (ad?.format !== 'video' || !content.canSee(ad, actor)) {
				throw new DomainError('not_found', messages.videoNotFound);
			}
			const products = (await listProducts(db, media, [id])).get(id);
			return present(db, ad, (video, seller, [file]) => ({
				...presentVideoAd(video, seller, file),
				...(products && { products }),
			}));
		},

		async getOwn(actor, id) {
			const ad = await content.find(db, id, actor);
			if (!content.owned(actor, ad)) throw new DomainError('forbidden', contentApiText.adOfAnother);
			const linked = await listLinkedAds(db, media, ad);
			return present(db, ad, (row, seller, files) => ({ ...presentOwnAdDetails(row, seller, files), ...linked }));
		},

		async getSellerContact(id) {
			const { seller_id: sellerId, sold_at, whatsapp, call_number, ...ad } = await content.find(db, id, null);
			const numbers = sold_at === null ? { whatsapp, call_number } : { whatsapp: null, call_number: null };
			return { sellerId, ...numbers, title: ad.title, price: presentOffer(ad).price };
		},

		async listNumbers(db, id) {
			const ad = await content.findAny(db, id);
			return ad ? [ad.whatsapp, ad.call_number] : [];
		},

		async findOrigin(db, id) {
			const ad = await content.findAny(db, id);
			return ad && { ownerId: ad.seller_id, importId: ad.import_id };
		},

		async getVideoDuration(db, id) {
			const ad = await content.findAny(db, id);
			if (ad?.format !== 'video') return null;
			const files = await media.findByIds(db, [ad.cover_id]);
			return files.get(ad.cover_id)?.video?.duration_ms || null;
		},

		async findMatcher(db, id) {
			const [ad] = await content.findVisible(db, [id]);
			return ad && getAdState(ad) === 'ready' ? { ...createAdMatcher(ad), ownerId: ad.seller_id } : null;
		},

		/** The text of a video ad includes its overlay and captions. */
		async findForReview(db, ids) {
			const [items, fileIds] = [await content.service.findForReview(db, ids), await content.findFileIds(db, ids)];
			const files = [...fileIds.values()].flat();
			const [captions, overlays] = [await media.findCaptions(db, files), await media.findOverlays(db, files)];
			return new Map(
				[...items].map(([id, item]) => {
					const [coverId = 0] = fileIds.get(id) ?? [];
					const texts = { captions: captions.get(coverId), overlay: overlays.get(coverId) };
					return [id, { ...item, text: joinTexts(item.text, texts) }];
				}),
			);
		},
	} satisfies Partial<AdService>;
}
