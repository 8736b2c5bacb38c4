import {
	type AuthorizedRow,
	authorizeModerator,
	authorizeOwner,
	type Moderator,
	type ModeratorAuthorizedRow,
	type Owner,
} from '../core/authorization.ts';
import type { Actor } from '../http/index.ts';
import type { ContentRow } from './tables.ts';

export function isContentHidden({ hidden_at, owner_gone }: Pick<ContentRow, 'hidden_at' | 'owner_gone'>): boolean {
	return hidden_at !== null || owner_gone === 1;
}

export type ContentPolicy<Row extends ContentRow> = ReturnType<typeof createContentPolicy<Row>>;

/** Creates the authorization rules of ads and posts. The callbacks return an ad's or post's owner and whether the owner deleted it. */
export function createContentPolicy<Row extends ContentRow>({
	ownerId,
	isDeleted,
}: {
	ownerId: (row: Row) => number;
	isDeleted: (row: Row) => boolean;
}) {
	return {
		/** Returns whether the actor may see an ad or post. Nobody sees a deleted one. Only the owner sees a hidden one. */
		canSee: (row: Row, actor: Actor | null): boolean =>
			!isDeleted(row) && (!isContentHidden(row) || ownerId(row) === actor?.accountId),

		/** Authorizes the owner to update, delete or restore an ad or post. Returns null for other actors. */
		owned: (actor: Owner, row: Row): AuthorizedRow<Row> | null => authorizeOwner(actor, row, ownerId(row)),

		/** Authorizes a moderator to hide, unhide or delete any account's ad or post. Returns null for other actors. */
		moderated: (actor: Moderator, row: Row): ModeratorAuthorizedRow<Row> | null => authorizeModerator(actor, row),
	};
}
