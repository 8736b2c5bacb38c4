import { limits } from '../../contract/limits.ts';
import type { UserState } from '../../contract/operations.ts';
import * as userStatesText from '../../contract/text/user-states.ts';
import { readTextParam, toSearchString } from '../data/url-params.ts';

/** Which accounts an administrator looks for. */
export interface UserFilter {
	state: UserState | null;
	q: string;
}

export const userStates = Object.keys(userStatesText.names) as UserState[];

/** Reads an address forgivingly: what it does not understand is left away. */
export function parseUserFilter(params: URLSearchParams): UserFilter {
	return {
		state: userStates.find((state) => state === params.get('state')) ?? null,
		q: readTextParam(params, 'q', limits.search),
	};
}

/** The filter as the API and the address write it: what is not set is left away. */
export function toUserQuery({ state, q }: UserFilter) {
	return { ...(state && { state }), ...(q !== '' && { q }) };
}

/** Address of the accounts that a filter finds. */
export function usersPath(filter: UserFilter): string {
	return `/dashboard/admin/accounts${toSearchString(toUserQuery(filter))}`;
}
