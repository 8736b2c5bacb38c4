import type { Target } from '../../contract/target.ts';

export function commentsTag(target: Target, id: number): string {
	return `comments:${target}:${id}`;
}
