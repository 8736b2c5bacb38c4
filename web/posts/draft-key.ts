import type { PostKind } from '../../contract/posts/posts.ts';

/** Returns the storage key of an account's unposted draft. The draft's text and its pictures have the same key. */
export function getPostDraftKey(kind: PostKind, accountId: number): string {
	return `draft-${kind}-${accountId}`;
}
