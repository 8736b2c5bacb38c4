import { limits } from '../../contract/limits.ts';
import type { UserState } from '../../contract/operations.ts';
import * as userStatesText from '../../contract/text/user-states.ts';
import { readTextParam, toSearchString } from '../data/url-params.ts';

export interface UserFilter {
	state: UserState | null;
	q: string;
}

export const userStates = Object.keys(userStatesText.names) as UserState[];

/** Parses the query parameters and ignores invalid ones. */
export function parseUserFilter(params: URLSearchParams): UserFilter {
	return {
		state: userStates.find((state) => state === params.get('state')) ?? null,
		q: readTextParam(params, 'q', limits.search),
	};
}

/** Converts the filter to query parameters and omits unset ones. */
export function toUserQuery({ state, q }: UserFilter) {
	return { ...(state && { state }), ...(q !== '' && { q }) };
}

/** Path of the administrators' list of accounts with this filter. */
export function usersPath(filter: UserFilter): string {
	return `/dashboard/admin/accounts${toSearchString(toUserQuery(filter))}`;
}
