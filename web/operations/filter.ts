import { limits } from '../../contract/limits.ts';
import type { UserState } from '../../contract/operations.ts';

/** Which accounts an administrator looks for. */
export interface UserFilter {
	state: UserState | null;
	q: string;
}

/** What each state is called. */
export const stateWords: Readonly<Record<UserState, string>> = {
	unverified: 'Not confirmed',
	suspended: 'Suspended',
	deleted: 'Being deleted',
	admin: 'Administrators',
	sample: 'Sample',
};

export const states = Object.keys(stateWords) as UserState[];

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
