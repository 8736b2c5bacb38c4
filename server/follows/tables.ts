import type { Generated } from 'kysely';

export interface FollowTables {
	follows: {
		id: Generated<number>;
		follower_id: number;
		followed_id: number;
		created_at: number;
		/** 1 where it is part of the count: whoever follows is to be seen. */
		counted: Generated<number>;
	};
}
