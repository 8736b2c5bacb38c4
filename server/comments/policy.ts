import {
	type Authorized,
	type Moderated,
	type Moderator,
	moderatedBy,
	type Owner,
	ownedBy,
} from '../platform/authorization.ts';
import type { CommentRow } from './tables.ts';

/** The comment, where this actor may change or delete it: only its author. */
export function authorizeCommentAuthor(actor: Owner, comment: CommentRow): Authorized<CommentRow> | null {
	return ownedBy(actor, comment, comment.account_id);
}

/** The comment, where this actor may hide, show or delete it whoever wrote it. */
export function authorizeCommentModerator(actor: Moderator, comment: CommentRow): Moderated<CommentRow> | null {
	return moderatedBy(actor, comment);
}
