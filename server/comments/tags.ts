import type { Target } from '../../contract/target.ts';

/** Names the comments on an ad or a post, for caches. */
export function commentsTag(target: Target, id: number): string {
	return `comments:${target}:${id}`;
}
