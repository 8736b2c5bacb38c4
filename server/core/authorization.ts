import type { Actor } from '../http/index.ts';

declare const authorized: unique symbol;
declare const moderated: unique symbol;

/** Row whose owner is the calling account. Functions that write owned rows require this type, so that a missing check does not compile. */
export type AuthorizedRow<T> = T & { readonly [authorized]: true };

/** Row of any owner that an administrator may moderate. Functions that moderate rows require this type. */
export type ModeratorAuthorizedRow<T> = T & { readonly [moderated]: true };

export type Owner = Pick<Actor, 'accountId'>;

export type Moderator = Pick<Actor, 'role'>;

/** Returns the row if the calling account owns it, otherwise null. Call it only from a module's policy. */
export function authorizeOwner<T extends object>(
	actor: Owner,
	row: T,
	ownerId: number | null,
): AuthorizedRow<T> | null {
	return ownerId === actor.accountId ? (row as AuthorizedRow<T>) : null;
}

/** Returns the row if the calling account is an administrator, otherwise null. Call it only from a module's policy. */
export function authorizeModerator<T extends object>(actor: Moderator, row: T): ModeratorAuthorizedRow<T> | null {
	return actor.role === 'admin' ? (row as ModeratorAuthorizedRow<T>) : null;
}
