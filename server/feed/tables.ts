import type { Generated } from 'kysely';

export interface FeedTables {
	market_cards: {
		/** 'market', or the name of a category in URLs. */
		name: string;
		/** Ids of the ads on the card as JSON, in order. */
		ads: string;
		chosen_at: number;
	};
	for_you_less: {
		account_id: number;
		what: 'seller' | 'kind' | 'category';
		/** What the reader muted, depending on `what`: a seller's account id, a kind or a category. */
		value: string;
		created_at: number;
	};
	for_you_lists: {
		id: Generated<number>;
		/** Account of the reader; null for visitors. */
		account_id: number | null;
		made_at: number;
		/** Ranked items as JSON, in order: a post as its id and reason, an ad as its id, reason and 'ad'. */
		items: string;
	};
}
