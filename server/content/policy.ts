import {
	type Authorized,
	type Moderated,
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

/** Who may do what, given whose a row is and whether its owner has deleted it. */
export function createContentPolicy<Row extends ContentRow>({
	ownerId,
	isDeleted,
}: {
	ownerId: (row: Row) => number;
	isDeleted: (row: Row) => boolean;
}) {
	return {
		/** What is deleted is nobody's to see, what is hidden, or whose owner is, its owner's alone. */
		canSee: (row: Row, actor: Actor | null): boolean =>
			!isDeleted(row) && (!isHidden(row) || ownerId(row) === actor?.accountId),

		/** The row, where this actor may change, delete or restore it: only its owner. */
		owned: (actor: Owner, row: Row): Authorized<Row> | null => ownedBy(actor, row, ownerId(row)),

		/** The row, where this actor may hide, show or delete it whoever owns it. */
		moderated: (actor: Moderator, row: Row): Moderated<Row> | null => moderatedBy(actor, row),
	};
}
