import type { ContentTarget } from '../../contract/target.ts';

export function commentsCacheTag(target: ContentTarget, id: number): string {
	return `comments:${target}:${id}`;
}
