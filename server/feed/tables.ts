import type { Generated } from 'kysely';

export interface FeedTables {
	for_you_less: {
		account_id: number;
		what: 'seller' | 'kind' | 'category';
		/** What the reader muted, depending on `what`: a seller's account id, a kind of post or a category. */
		value: string;
		created_at: number;
	};
	for_you_lists: {
		id: Generated<number>;
		/** Account of the reader; null for visitors. */
		account_id: number | null;
		made_at: number;
		/** Ranked posts as JSON: pairs of post id and reason, in order. */
		items: string;
	};
}
