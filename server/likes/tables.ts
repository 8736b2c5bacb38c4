import type { Generated, Insertable, Selectable } from 'kysely';

export interface LikeTables {
	likes: {
		id: Generated<number>;
		account_id: number;
		/** One of the two is set. */
		ad_id: number | null;
		post_id: number | null;
		created_at: number;
	};
}

export type LikeRow = Selectable<LikeTables['likes']>;
export type NewLike = Insertable<LikeTables['likes']>;
