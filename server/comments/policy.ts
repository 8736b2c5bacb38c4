import {
	type AuthorizedRow,
	authorizeModerator,
	authorizeOwner,
	type Moderator,
	type ModeratorAuthorizedRow,
	type Owner,
} from '../core/authorization.ts';
import type { CommentRow } from './tables.ts';

/** Authorizes the author to edit or delete a comment. Returns null for other actors. */
export function authorizeCommentAuthor(actor: Owner, comment: CommentRow): AuthorizedRow<CommentRow> | null {
	return authorizeOwner(actor, comment, comment.account_id);
}

/** Authorizes a moderator to hide, unhide or delete a comment. Returns null for other actors. */
export function authorizeCommentModerator(
	actor: Moderator,
	comment: CommentRow,
): ModeratorAuthorizedRow<CommentRow> | null {
	return authorizeModerator(actor, comment);
}
