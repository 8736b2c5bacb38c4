import type { Generated } from 'kysely';

export interface FollowTables {
	follows: {
		id: Generated<number>;
		follower_id: number;
		followed_id: number;
		created_at: number;
		/** 1 while the follower is visible and the follow counts. */
		counted: Generated<number>;
	};
}
