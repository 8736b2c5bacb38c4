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
