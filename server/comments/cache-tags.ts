import type { Target } from '../../contract/target.ts';

export function commentsCacheTag(target: Target, id: number): string {
	return `comments:${target}:${id}`;
}
