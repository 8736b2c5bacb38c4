import type { PostKind } from '../../contract/posts.ts';

/** The key of an account's unposted draft: of its text in local storage, and of its pictures. */
export function draftKey(kind: PostKind, accountId: number): string {
	return `draft-${kind}-${accountId}`;
}
