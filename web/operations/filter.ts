import * as limits from '../../contract/core/limits.ts';
import type { UserState } from '../../contract/operations/operations.ts';
import * as userStatesText from '../../text/web/user-states.ts';
import { readTextParam, toSearchString } from '../data/url-params.ts';

export interface UserFilter {
	state: UserState | null;
	q: string;
}

export const userStates = Object.keys(userStatesText.names) as UserState[];

export function parseUserFilter(params: URLSearchParams): UserFilter {
	return {
		state: userStates.find((state) => state === params.get('state')) ?? null,
		q: readTextParam(params, 'q', limits.search),
	};
}

export function toUserQueryParams({ state, q }: UserFilter) {
	return { ...(state && { state }), ...(q !== '' && { q }) };
}

export function usersPath(filter: UserFilter): string {
	return `/dashboard/admin/accounts${toSearchString(toUserQueryParams(filter))}`;
}
