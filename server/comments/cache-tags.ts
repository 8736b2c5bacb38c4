import type { ContentTarget } from '../../contract/core/target.ts';

export function commentsCacheTag(target: ContentTarget, id: number): string {
	return `comments:${target}:${id}`;
}
