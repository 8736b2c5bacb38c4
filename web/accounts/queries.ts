import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';

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
