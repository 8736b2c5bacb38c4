import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdFormat, OwnAd } from '../../contract/ads.ts';
import type { Client } from '../../contract/client.ts';
import type { Page } from '../../contract/page.ts';
import { useApi } from '../platform/api.ts';

/** Milliseconds between looks at ads that are being processed. */
const glance = 3000;

type OwnAds = InfiniteData<Page<OwnAd>, string | null>;

const ownAdsKey = ['ads', 'own'] as const;

/** The ads of the account that is logged in, newest first, in every state or of one format. */
export function ownAds(api: Client, accountId: number, format?: AdFormat) {
	return infiniteQueryOptions({
		queryKey: [...ownAdsKey, accountId, format ?? 'all'],
		queryFn: ({ pageParam, signal }) =>
			api.listMyAds({ query: { ...(format && { format }), ...(pageParam && { cursor: pageParam }) } }, { signal }),
		initialPageParam: null as string | null,
		getNextPageParam: (last) => last.next_cursor,
		// What was posted elsewhere shows at once.
		staleTime: 0,
		refetchInterval: ({ state }) =>
			state.data?.pages.some((page) => page.items.some((ad) => ad.state === 'processing')) ? glance : false,
	});
}

/** Deletes an own ad: it goes from the lists at once, and comes back where the server refuses. */
export function useDeleteAd({ onFailed }: { onFailed: (error: Error) => void }) {
	const api = useApi();
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (id: number) => api.deleteAd({ params: { id: String(id) } }),
		onMutate: async (id) => {
			await queries.cancelQueries({ queryKey: ownAdsKey });
			const before = queries.getQueriesData<OwnAds>({ queryKey: ownAdsKey });
			queries.setQueriesData<OwnAds>({ queryKey: ownAdsKey }, (data) => data && withoutAd(data, id));
			return before;
		},
		onError: (error, _, before) => {
			for (const [key, data] of before ?? []) queries.setQueryData(key, data);
			onFailed(error);
		},
		// It is gone from every other list as well.
		onSettled: () => queries.invalidateQueries(),
	});
}

function withoutAd(data: OwnAds, id: number): OwnAds {
	const pages = data.pages.map((page) => ({ ...page, items: page.items.filter((ad) => ad.id !== id) }));
	return { ...data, pages };
}
