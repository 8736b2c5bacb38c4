import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import { useApi } from '../platform/api.ts';
import { useSession } from './session.ts';

/** A public profile. */
export function profileQuery(api: Client, userName: string) {
	return queryOptions({
		queryKey: ['profile', userName],
		queryFn: ({ signal }) => api.getUser({ params: { user_name: userName } }, { signal }),
	});
}

/** The own account, by its id. */
export function meQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['accounts', 'me', id],
		queryFn: ({ signal }) => api.getMe({}, { signal }),
	});
}

/** Where signing in with Google begins; asked for once, for it stays the same. */
export function googleAddressQuery(api: Client) {
	return queryOptions({
		queryKey: ['accounts', 'google-address'],
		queryFn: ({ signal }) => api.getGoogleAddress({}, { signal }),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
}

/** Where the own account, by its id, is logged in. */
export function openSessionsQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['accounts', 'sessions', id],
		queryFn: ({ signal }) => api.listSessions({}, { signal }),
	});
}

/** How the own account, by its id, can log in. */
export function signInMethodsQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['accounts', 'sign-in', id],
		queryFn: ({ signal }) => api.getSignInMethods({}, { signal }),
	});
}

/** Whether the own account has a password to prove who acts; undefined until that is known. */
export function useHasPassword(): boolean | undefined {
	const { data } = useQuery(signInMethodsQuery(useApi(), useSession()?.id ?? 0));
	return data?.password;
}
