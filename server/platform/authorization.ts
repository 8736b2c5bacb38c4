import type { Actor } from './http/index.ts';

declare const authorized: unique symbol;
declare const moderated: unique symbol;

/** A row that its owner acts on. Writes of owned rows take it, so that a forgotten check does not compile. */
export type Authorized<T> = T & { readonly [authorized]: true };

/** A row of anybody's that an administrator judges. */
export type Moderated<T> = T & { readonly [moderated]: true };

/** Whom a row belongs to, as far as a check needs to know. */
export type Owner = Pick<Actor, 'accountId'>;

/** Who may judge, as far as a check needs to know. */
export type Moderator = Pick<Actor, 'role'>;

/** The row, where it is this actor's own. Only policies call this. */
export function ownedBy<T extends object>(actor: Owner, row: T, ownerId: number | null): Authorized<T> | null {
	return ownerId === actor.accountId ? (row as Authorized<T>) : null;
}

/** The row, where this actor is an administrator. Only policies call this. */
export function moderatedBy<T extends object>(actor: Moderator, row: T): Moderated<T> | null {
	return actor.role === 'admin' ? (row as Moderated<T>) : null;
}
