import type { Generated, GeneratedAlways, Selectable } from 'kysely';

export interface ReviewTables {
	reviews: {
		id: Generated<number>;
		/** Account that is reviewed; null after its erasure. */
		seller_id: number | null;
		/** Author; null after the erasure of the account. */
		buyer_id: number | null;
		/** Ad about which the buyer got in touch; null after its deletion. */
		ad_id: number | null;
		/** Title of the ad at the time of the review. Empty if the title must not be shown anymore. */
		ad_title: string;
		/** 1 to 5. */
		stars: number;
		text: string;
		/** The seller's reply; null without one. */
		reply: string | null;
		reply_created_at: number | null;
		reply_edited_at: number | null;
		reply_hidden_at: number | null;
		created_at: number;
		edited_at: number | null;
		hidden_at: number | null;
		/** 1 while the author is suspended or pending deletion, else 0. */
		owner_gone: Generated<number>;
		/** 1 if neither the review nor its author is hidden, else 0. Only visible reviews count in the seller's rating. */
		visible: GeneratedAlways<number>;
	};
}

export type ReviewRow = Selectable<ReviewTables['reviews']>;
