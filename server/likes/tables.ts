import type { Generated, Insertable, Selectable } from 'kysely';

export interface LikeTables {
	likes: {
		id: Generated<number>;
		account_id: number;
		/** One of the two is set. */
		ad_id: number | null;
		post_id: number | null;
		created_at: number;
		/** 1 where it is part of the counts: whoever gave it is to be seen. */
		counted: Generated<number>;
	};
}

export type LikeRow = Selectable<LikeTables['likes']>;
export type NewLike = Insertable<LikeTables['likes']>;
