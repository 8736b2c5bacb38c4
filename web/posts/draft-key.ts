import type { PostKind } from '../../contract/posts.ts';

/** The key of what one account has begun, but not posted: of its text in local storage, and of its pictures. */
export function draftKey(kind: PostKind, accountId: number): string {
	return `draft-${kind}-${accountId}`;
}
