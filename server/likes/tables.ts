import type { Generated, Insertable, Selectable } from 'kysely';

export interface LikeTables {
	likes: {
		id: Generated<number>;
		account_id: number;
		/** Either `ad_id` or `post_id` is set. */
		ad_id: number | null;
		post_id: number | null;
		created_at: number;
		/** 1 while the account is visible and the like counts. */
		counted: Generated<number>;
	};
}

export type LikeRow = Selectable<LikeTables['likes']>;
export type NewLike = Insertable<LikeTables['likes']>;
