import type { ContentTarget } from '../../contract/core/target.ts';

/** Column with the id of the ad or post that a comment or like is about. */
export const targetColumns = { ads: 'ad_id', posts: 'post_id' } as const satisfies Record<ContentTarget, string>;

/** Returns the ad or post that a comment or like is about. The database ensures that exactly one of the two columns is set. */
export function getTarget({ ad_id, post_id }: { ad_id: number | null; post_id: number | null }): {
	target: ContentTarget;
	targetId: number;
} {
	return ad_id === null ? { target: 'posts', targetId: post_id ?? 0 } : { target: 'ads', targetId: ad_id };
}

/** Sorts ads before posts, then by id. */
export function compareTargets(a: ReturnType<typeof getTarget>, b: ReturnType<typeof getTarget>): number {
	return a.target.localeCompare(b.target) || a.targetId - b.targetId;
}
