import type { Generated, Insertable, Selectable } from 'kysely';

export interface LikeTables {
	likes: {
		id: Generated<number>;
		account_id: number;
		/** Exactly one of `ad_id` and `post_id` is set. */
		ad_id: number | null;
		post_id: number | null;
		created_at: number;
		/** 1 if the like is part of the like count of its ad or post; 0 while the account that likes is hidden. */
		counted: Generated<number>;
		/** 1 if the account likes its own ad or post, else 0. */
		own: Generated<number>;
		/** 1 if the like counts in rankings: it counts, is of another's ad or post, and the account counts in rankings. Else 0. */
		ranked: Generated<number>;
	};
}

export type LikeRow = Selectable<LikeTables['likes']>;
export type NewLike = Insertable<LikeTables['likes']>;
