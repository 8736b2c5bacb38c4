import type { Actor } from '../platform/http/index.ts';
import type { Authorized } from '../platform/refusal.ts';
import type { CommentRow } from './tables.ts';

/** The comment, where this actor may change or delete it: only its author. */
export function ownCommentOf(actor: Actor, comment: CommentRow): Authorized<CommentRow> | null {
	return comment.account_id === actor.accountId ? (comment as Authorized<CommentRow>) : null;
}
