import { type InfiniteData, infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdFormat, AdState, OwnAd } from '../../../contract/ads/ads.ts';
import type { Client } from '../../../contract/core/client.ts';
import type { CursorPage } from '../../../contract/core/page.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import { dedupePagesById } from '../../data/items.ts';
import { cursorPaging } from '../../data/list-options.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorNotice } from '../../platform/error-message.ts';
import { toast } from '../../ui/toast.ts';
import type { EditedVideoAdBody, PictureAdBody } from '../ad-form.ts';
import { adQuery } from '../queries.ts';

/** Milliseconds between polls while an ad is being processed. */
const pollInterval = 3000;

type OwnAds = InfiniteData<CursorPage<OwnAd>, string | null>;

const ownAdsKey = ['ads', 'own'] as const;
const stateChangeKey = ['ads', 'state'] as const;

/** Infinite query for the logged-in account's ads in every state, newest first; `format` filters them. */
export function ownAdsQuery(api: Client, accountId: number, format?: AdFormat) {
	return infiniteQueryOptions({
		...cursorPaging,
		queryKey: [...ownAdsKey, accountId, format ?? 'all'],
		queryFn: ({ pageParam, signal }) =>
			api.listMyAds({ query: { ...(format && { format }), ...(pageParam && { cursor: pageParam }) } }, { signal }),
		select: dedupePagesById,
		// Own ads are always stale, because an ad may have been posted on another device.
		staleTime: 0,
		refetchInterval: ({ state }) =>
			state.data?.pages.some((page) => page.items.some((ad) => ad.state === 'processing')) ? pollInterval : false,
	});
}

/** Deletes an ad optimistically. If the request fails, restores the lists. */
export function useDeleteAd({ onFailed }: { onFailed: (error: Error) => void }) {
	const api = useApi();
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (id: number) => api.deleteAd({ params: { id: String(id) } }),
		onMutate: async (id) => {
			await queryClient.cancelQueries({ queryKey: ownAdsKey });
			const before = queryClient.getQueriesData<OwnAds>({ queryKey: ownAdsKey });
			queryClient.setQueriesData<OwnAds>({ queryKey: ownAdsKey }, (data) => data && withoutAd(data, id));
			return before;
		},
		onError: (error, _, before) => {
			for (const [key, data] of before ?? []) queryClient.setQueryData(key, data);
			onFailed(error);
		},
		// All queries are invalidated, because other cached lists contain the deleted ad too.
		onSettled: () => queryClient.invalidateQueries(),
	});
}

export function useMarkSold() {
	const api = useApi();
	return useStateChange({
		mutationFn: ({ ad, sold }: { ad: AdWithState; sold: boolean }) =>
			api.markAdSold({ params: { id: String(ad.id) }, body: { sold } }),
		getNextState: ({ sold }) => (sold ? 'sold' : 'ready'),
		notice: ({ sold }) => (sold ? ownAdsText.markedAsSold : ownAdsText.markedAsForSale),
	});
}

/** Retries the processing of a video ad, optimistically. */
export function useRetryAd() {
	const api = useApi();
	return useStateChange({
		mutationFn: ({ ad }: { ad: AdWithState }) => api.retryAd({ params: { id: String(ad.id) } }),
		getNextState: () => 'processing',
		notice: () => ownAdsText.retrying,
	});
}

/** Moves an ad up as if it were new. */
export function useRenewAd() {
	const api = useApi();
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (id: number) => api.renewAd({ params: { id: String(id) } }),
		onSuccess: () => {
			toast(ownAdsText.renewed);
			return queryClient.invalidateQueries();
		},
		onError: (error) => toast(getErrorNotice(error), 'error'),
	});
}

type AdWithState = Pick<OwnAd, 'id' | 'state'>;

interface StateChange<Variables> {
	mutationFn: (variables: Variables) => Promise<unknown>;
	getNextState: (variables: Variables) => AdState;
	notice: (variables: Variables) => string;
}

function useStateChange<Variables extends { ad: AdWithState }>({
	mutationFn,
	getNextState,
	notice,
}: StateChange<Variables>) {
	const queryClient = useQueryClient();

	function setAdState(id: number, state: AdState) {
		queryClient.setQueriesData<OwnAds>({ queryKey: ownAdsKey }, (data) => data && withChanges(data, id, { state }));
	}

	return useMutation({
		mutationKey: stateChangeKey,
		// State changes run one after another, so the last tap wins.
		scope: { id: 'own-ad-state' },
		mutationFn,
		onMutate: async (variables) => {
			await queryClient.cancelQueries({ queryKey: ownAdsKey });
			setAdState(variables.ad.id, getNextState(variables));
		},
		onSuccess: (_, variables) => toast(notice(variables)),
		onError: (error, { ad }) => {
			setAdState(ad.id, ad.state);
			toast(getErrorNotice(error), 'error');
		},
		// Only the last pending state change refetches. An earlier refetch would briefly show the old state of another ad.
		onSettled: () => {
			if (queryClient.isMutating({ mutationKey: stateChangeKey }) === 1) return queryClient.invalidateQueries();
		},
	});
}

/** Updates an ad on the server and in the query cache. */
export function useUpdateAd(id: number) {
	const api = useApi();
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (body: PictureAdBody | EditedVideoAdBody) => api.updateAd({ params: { id: String(id) }, body }),
		onSuccess: (ad) => {
			queryClient.setQueryData(adQuery(api, String(id)).queryKey, ad);
			queryClient.setQueriesData<OwnAds>({ queryKey: ownAdsKey }, (data) => data && withChanges(data, id, ad));
			void queryClient.invalidateQueries();
		},
	});
}

function withChanges(data: OwnAds, id: number, changes: Partial<OwnAd>): OwnAds {
	const pages = data.pages.map((page) => ({
		...page,
		items: page.items.map((ad) => (ad.id === id ? { ...ad, ...changes } : ad)),
	}));
	return { ...data, pages };
}

function withoutAd(data: OwnAds, id: number): OwnAds {
	const pages = data.pages.map((page) => ({ ...page, items: page.items.filter((ad) => ad.id !== id) }));
	return { ...data, pages };
}
