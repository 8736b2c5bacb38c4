import type { Generated, Selectable } from 'kysely';
import type { Condition } from '../../contract/ads/ad-options.ts';
import type { AdFormat, AdState } from '../../contract/ads/ads.ts';
import type { State } from '../../contract/location/states.ts';
import type { ContentColumns } from '../content/index.ts';

export interface AdTables {
	ads: ContentColumns & {
		seller_id: number;
		format: AdFormat;
		category: string;
		title: string;
		description: string;
		price_kobo: number | null;
		/** 1 if the seller accepts a lower price, else 0. */
		negotiable: Generated<number>;
		condition: Condition | null;
		/** Sum of the bits of the delivery options; see `delivery.ts`. */
		delivery: Generated<number>;
		state: State | null;
		/** Local government area of the state. Null without a state. */
		lga: string | null;
		place: string | null;
		/** Seller's numbers for WhatsApp and for phone calls: international digits without the plus. */
		whatsapp: string | null;
		call_number: string | null;
		/** Processing state of the ad's video; always `ready` for a picture ad. */
		media_state: Extract<AdState, 'processing' | 'ready' | 'failed'>;
		/** Number of pictures of the ad; 0 for a video ad. */
		pictures: number;
		/** Media id of the ad's first picture, or of its video. */
		cover_id: number;
		/** Parts of the video that were watched, summed over all plays; 0 for a picture ad. */
		watched_parts: Generated<number>;
		sold_at: number | null;
		renewed_at: number | null;
		/** Import that posted the ad, or null. */
		import_id: number | null;
		updated_at: number;
	};
	ad_media: { ad_id: number; position: number; media_id: number };
	/** Products that sellers pinned to their videos. Both are ads of one seller. `position` is the product's place among them. */
	pinned_products: { video_id: number; position: number; product_id: number };
}

export type AdRow = Selectable<AdTables['ads']>;
