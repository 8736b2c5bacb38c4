import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Contact } from '../../contract/contacts/contacts.ts';
import type { Client } from '../../contract/core/client.ts';
import { dedupePagesBy } from '../data/items.ts';

/** Infinite query for the buyers who got in touch about an own ad, newest first. */
export function contactsQuery(api: Client, adId: number) {
	return infiniteQueryOptions({
		queryKey: ['contacts', adId],
		queryFn: ({ pageParam, signal }) =>
			api.listContacts(
				{ params: { id: String(adId) }, query: { ...(pageParam && { cursor: pageParam }) } },
				{ signal },
			),
		initialPageParam: '',
		getNextPageParam: (page) => page.next_cursor,
		// Buyers get in touch at any time.
		staleTime: 0,
		select: dedupePagesBy<Contact>(({ buyer }) => buyer.id),
	});
}

/** Query for who revealed the numbers of most sellers, for administrators. */
export function contactRevealsQuery(api: Client) {
	return queryOptions({
		queryKey: ['contact-reveals'],
		queryFn: async ({ signal }) => (await api.listContactReveals({}, { signal })).items,
		staleTime: 0,
	});
}
