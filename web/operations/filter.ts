import { limits } from '../../contract/limits.ts';
import type { UserState } from '../../contract/operations.ts';
import * as userStatesText from '../../contract/text/user-states.ts';

/** Which accounts an administrator looks for. */
export interface UserFilter {
	state: UserState | null;
	q: string;
}

export const states = Object.keys(userStatesText.names) as UserState[];

// What nobody sees is nothing to look for.
const invisible = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Reads an address forgivingly: what it does not understand is left away. */
export function userFilterIn(params: URLSearchParams): UserFilter {
	const q = (params.get('q') ?? '').replace(invisible, '').trim().slice(0, limits.search).toWellFormed().trim();
	return { state: states.find((state) => state === params.get('state')) ?? null, q };
}

/** The filter as the API and the address write it: what is not set is left away. */
export function userQueryOf({ state, q }: UserFilter) {
	return { ...(state && { state }), ...(q !== '' && { q }) };
}

/** Address of the accounts that a filter finds. */
export function usersPath(filter: UserFilter): string {
	const params = new URLSearchParams(userQueryOf(filter));
	return `/dashboard/admin/accounts${params.size > 0 ? `?${params}` : ''}`;
}
