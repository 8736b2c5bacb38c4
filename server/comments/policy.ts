import {
	type AuthorizedRow,
	type ModeratedRow,
	type Moderator,
	moderatedBy,
	type Owner,
	ownedBy,
} from '../platform/authorization.ts';
import type { CommentRow } from './tables.ts';

/** Only the author may edit or delete a comment. Returns null for others. */
export function authorizeCommentAuthor(actor: Owner, comment: CommentRow): AuthorizedRow<CommentRow> | null {
	return ownedBy(actor, comment, comment.account_id);
}

/** Returns null if the actor may not hide, unhide or delete comments of others. */
export function authorizeCommentModerator(actor: Moderator, comment: CommentRow): ModeratedRow<CommentRow> | null {
	return moderatedBy(actor, comment);
}
