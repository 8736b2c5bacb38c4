import type { Generated } from 'kysely';

export interface FeedTables {
	for_you_less: {
		account_id: number;
		what: 'seller' | 'kind' | 'category';
		/** The seller's account id, the kind or the category. */
		value: string;
		created_at: number;
	};
	for_you_lists: {
		id: Generated<number>;
		/** Null for visitors. */
		account_id: number | null;
		made_at: number;
		/** JSON: pairs of post id and reason, in order. */
		items: string;
	};
}
