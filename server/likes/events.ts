import type { ContentTarget } from '../../contract/core/target.ts';
import { defineEvent } from '../core/events.ts';

export interface LikeAdded {
	target: ContentTarget;
	targetId: number;
	ownerId: number;
	accountId: number;
}

/** Accounts liked ads or posts. Not emitted for what an account already likes, or for sample content. */
export const likesAdded = defineEvent<readonly LikeAdded[]>('likes.liked');
