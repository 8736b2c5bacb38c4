import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { AdFormat, AdState } from '../../contract/ads.ts';

export interface AdTables {
	ads: {
		id: Generated<number>;
		seller_id: number;
		format: AdFormat;
		category: string;
		title: string;
		description: string;
		price_kobo: number | null;
		place: string | null;
		whatsapp: string | null;
		/** The state of the video; pictures are ready at once. */
		media_state: Extract<AdState, 'processing' | 'ready' | 'failed'>;
		/** How many; 0 for a video. */
		pictures: number;
		/** The first picture, or the video. */
		cover_id: number;
		sold_at: number | null;
		hidden_at: number | null;
		/** Why, for its seller. */
		hidden_reason: Generated<string>;
		/** 1 while its seller is not to be seen. */
		owner_gone: Generated<number>;
		/** 1 where it may stand in lists: ready, not hidden, and its seller to be seen. */
		visible: GeneratedAlways<number>;
		/** Where it stands among the trending. */
		score: number;
		likes: Generated<number>;
		comments: Generated<number>;
		views: Generated<number>;
		created_at: number;
		updated_at: number;
	};
	ad_media: { ad_id: number; position: number; media_id: number };
}

export type AdRow = Selectable<AdTables['ads']>;
