import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import { useApi } from '../platform/api.ts';
import { useSession } from './session.ts';

export function profileQuery(api: Client, userName: string) {
	return queryOptions({
		queryKey: ['profile', userName],
		queryFn: ({ signal }) => api.getUser({ params: { user_name: userName } }, { signal }),
	});
}

/** Query for the logged-in account, including private fields. `id` is the account's id. */
export function meQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['accounts', 'me', id],
		queryFn: ({ signal }) => api.getMe({}, { signal }),
	});
}

/** Query for the server address that starts signing in with Google. The address never changes, so it is fetched once. */
export function googleLoginUrlQuery(api: Client) {
	return queryOptions({
		queryKey: ['accounts', 'google-address'],
		queryFn: ({ signal }) => api.getGoogleAddress({}, { signal }),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
}

/** Query for a free user name for the name of a person or shop. */
export function suggestedUserNameQuery(api: Client, name: string) {
	return queryOptions({
		queryKey: ['accounts', 'user-name', name],
		queryFn: ({ signal }) => api.suggestUserName({ query: { name } }, { signal }),
		retry: false,
	});
}

export function openSessionsQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['accounts', 'sessions', id],
		queryFn: ({ signal }) => api.listSessions({}, { signal }),
	});
}

export function apiTokensQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['accounts', 'api-tokens', id],
		queryFn: ({ signal }) => api.listApiTokens({}, { signal }),
	});
}

export function passkeysQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['accounts', 'passkeys', id],
		queryFn: ({ signal }) => api.listPasskeys({}, { signal }),
		// A new password removes passkeys.
		staleTime: 0,
	});
}

export function signInMethodsQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['accounts', 'sign-in', id],
		queryFn: ({ signal }) => api.getSignInMethods({}, { signal }),
	});
}

/** Returns whether the logged-in account has a password; undefined while loading. */
export function useHasPassword(): boolean | undefined {
	const { data } = useQuery(signInMethodsQuery(useApi(), useSession()?.id ?? 0));
	return data?.password;
}
