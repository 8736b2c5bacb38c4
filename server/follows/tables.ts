import type { Generated } from 'kysely';

export interface FollowTables {
	follows: {
		id: Generated<number>;
		follower_id: number;
		followed_id: number;
		created_at: number;
		/** 1 while the follower is visible, so that the follow counts in the number of followers; else 0. */
		counted: Generated<number>;
		/** 1 if the follow counts in rankings: it counts, and the follower counts in rankings. Else 0. */
		ranked: Generated<number>;
	};
}
