import { limits } from '../../contract/limits.ts';
import type { UserState } from '../../contract/operations.ts';
import * as userStatesText from '../../contract/text/user-states.ts';
import { searchOf, textIn } from '../data/address.ts';

/** Which accounts an administrator looks for. */
export interface UserFilter {
	state: UserState | null;
	q: string;
}

export const states = Object.keys(userStatesText.names) as UserState[];

/** Reads an address forgivingly: what it does not understand is left away. */
export function userFilterIn(params: URLSearchParams): UserFilter {
	return {
		state: states.find((state) => state === params.get('state')) ?? null,
		q: textIn(params, 'q', limits.search),
	};
}

/** The filter as the API and the address write it: what is not set is left away. */
export function userQueryOf({ state, q }: UserFilter) {
	return { ...(state && { state }), ...(q !== '' && { q }) };
}

/** Address of the accounts that a filter finds. */
export function usersPath(filter: UserFilter): string {
	return `/dashboard/admin/accounts${searchOf(userQueryOf(filter))}`;
}
