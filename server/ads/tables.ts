import type { Selectable } from 'kysely';
import type { AdFormat, AdState } from '../../contract/ads.ts';
import type { ContentColumns } from '../content/index.ts';

export interface AdTables {
	ads: ContentColumns & {
		seller_id: number;
		format: AdFormat;
		category: string;
		title: string;
		description: string;
		price_kobo: number | null;
		place: string | null;
		whatsapp: string | null;
		/** Processing state of the ad's video; always `ready` for a picture ad. */
		media_state: Extract<AdState, 'processing' | 'ready' | 'failed'>;
		/** Number of pictures of the ad; 0 for a video ad. */
		pictures: number;
		/** Media id of the ad's first picture, or of its video. */
		cover_id: number;
		sold_at: number | null;
		updated_at: number;
	};
	ad_media: { ad_id: number; position: number; media_id: number };
}

export type AdRow = Selectable<AdTables['ads']>;
