import type { Actor } from '../platform/http/index.ts';
import type { Authorized } from '../platform/refusal.ts';
import type { PostRow } from './tables.ts';

/** A deleted post is nobody's to see, one that is hidden, or whose author is, its author's alone. */
export function maySee(post: PostRow, actor: Actor | null): boolean {
	if (post.deleted_at !== null) return false;
	return !isHidden(post) || post.author_id === actor?.accountId;
}

export function isHidden({ hidden_at, owner_gone }: Pick<PostRow, 'hidden_at' | 'owner_gone'>): boolean {
	return hidden_at !== null || owner_gone === 1;
}

/** The post, where this actor may change, delete or restore it: only its author. */
export function ownPostOf(actor: Actor, post: PostRow): Authorized<PostRow> | null {
	return post.author_id === actor.accountId ? (post as Authorized<PostRow>) : null;
}
