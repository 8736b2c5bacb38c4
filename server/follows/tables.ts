import type { Generated } from 'kysely';

export interface FollowTables {
	follows: { id: Generated<number>; follower_id: number; followed_id: number; created_at: number };
}
