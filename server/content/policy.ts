import {
	type AuthorizedRow,
	type ModeratedRow,
	type Moderator,
	moderatedBy,
	type Owner,
	ownedBy,
} from '../platform/authorization.ts';
import type { Actor } from '../platform/http/index.ts';
import type { ContentRow } from './tables.ts';

export function isHidden({ hidden_at, owner_gone }: Pick<ContentRow, 'hidden_at' | 'owner_gone'>): boolean {
	return hidden_at !== null || owner_gone === 1;
}

/** Authorization rules of ads and posts, given how to read a row's owner and whether it is deleted. */
export function createContentPolicy<Row extends ContentRow>({
	ownerId,
	isDeleted,
}: {
	ownerId: (row: Row) => number;
	isDeleted: (row: Row) => boolean;
}) {
	return {
		/**
		 * Deleted rows are invisible to everyone. Hidden rows, and rows of hidden owners, are visible to their owner only.
		 */
		canSee: (row: Row, actor: Actor | null): boolean =>
			!isDeleted(row) && (!isHidden(row) || ownerId(row) === actor?.accountId),

		/** The row, if this actor owns it and so may update, delete or restore it. */
		owned: (actor: Owner, row: Row): AuthorizedRow<Row> | null => ownedBy(actor, row, ownerId(row)),

		/** The row, if this actor may hide, unhide or delete it for any owner. */
		moderated: (actor: Moderator, row: Row): ModeratedRow<Row> | null => moderatedBy(actor, row),
	};
}
