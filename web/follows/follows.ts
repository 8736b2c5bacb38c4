import { queryOptions, skipToken, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import type { Endpoints } from '../../contract/core/endpoints.ts';
import * as limits from '../../contract/core/limits.ts';
import { useActor } from '../platform/actor.ts';
import { useApi } from '../platform/api.ts';
import { createBatchLoader, memoizePerClient } from '../platform/batch.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { isLatestMutation } from '../platform/is-latest-mutation.ts';
import { useSendOrQueue } from '../platform/outbox.ts';
import { generateRandomKey } from '../platform/random-key.ts';
import { toast } from '../ui/toast.ts';

/** Returns a loader that asks for all sellers on a screen in one request. */
const getFollowLoader = memoizePerClient((api) =>
	createBatchLoader<string, boolean>({
		maxBatchSize: limits.idsPerRequest,
		load: async (names, signal) => {
			const { items } = await api.listFollowing({ query: { names: names.join(',') } }, { signal });
			const followed = new Set(items.map((person) => person.user_name));
			return names.map((name) => followed.has(name));
		},
	}),
);

/** Query for whether the logged-in account follows a seller, fetched once per session. Disabled for visitors. */
function followingQuery(api: Client, actorId: number | undefined, userName: string) {
	return queryOptions({
		queryKey: ['follows', actorId ?? null, userName],
		queryFn: actorId === undefined ? skipToken : ({ signal }) => getFollowLoader(api)(userName, signal),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
	});
}

function followersQuery(userName: string) {
	return queryOptions<number>({ queryKey: ['followers', userName], queryFn: skipToken });
}

/** Returns the follower count after local changes. `count` is returned if there are none. */
export function useFollowerCount(userName: string, count: number): number {
	return useQuery(followersQuery(userName)).data ?? count;
}

export function useIsFollowing(userName: string): boolean {
	return useQuery(followingQuery(useApi(), useActor()?.id, userName)).data ?? false;
}

/** Returns the names in `userNames` that the logged-in account follows. Empty for a visitor, null while loading. */
export function useFollowedSellers(userNames: readonly string[]): readonly string[] | null {
	const api = useApi();
	const actorId = useActor()?.id;
	const results = useQueries({ queries: userNames.map((name) => followingQuery(api, actorId, name)) });
	if (actorId !== undefined && results.some((response) => response.data === undefined)) return null;
	return userNames.filter((_, index) => results[index]?.data === true);
}

interface FollowChange {
	userName: string;
	following: boolean;
	/** Follower count before the change; undefined if the page does not show it. */
	followers: number | undefined;
}

/** Follows or unfollows a seller optimistically. The change is queued while offline. */
export function useFollow() {
	const sendOrQueue = useSendOrQueue();
	const api = useApi();
	const actorId = useActor()?.id;
	const queryClient = useQueryClient();
	const mutationKey = ['follow'];

	function setFollowing(userName: string, following: boolean) {
		queryClient.setQueryData(followingQuery(api, actorId, userName).queryKey, following);
	}

	function isLatestChange(userName: string) {
		return isLatestMutation<FollowChange>(queryClient, mutationKey, (other) => other.userName === userName);
	}

	return useMutation({
		mutationKey,
		scope: { id: 'follow' },
		mutationFn: ({ userName, following }: FollowChange) => {
			const input = { params: { user_name: userName } };
			const options = { slot: `follow ${userName}`, key: generateRandomKey() };
			return sendOrQueue<ResponseOf<Endpoints['follow']>>(following ? 'follow' : 'unfollow', input, options);
		},
		onMutate: ({ userName, following, followers }) => {
			void queryClient.cancelQueries({ queryKey: followingQuery(api, actorId, userName).queryKey });
			setFollowing(userName, following);
			if (followers === undefined) return;
			queryClient.setQueryData(followersQuery(userName).queryKey, Math.max(0, followers + (following ? 1 : -1)));
		},
		onSuccess: (response, { userName }) => {
			if (!response) return;
			const { following, followers } = response;
			// Lists that depend on follows are not refetched while the user reads them.
			void queryClient.invalidateQueries({
				predicate: ({ meta }) => meta?.dependsOnFollows === true,
				refetchType: 'none',
			});
			if (!isLatestChange(userName)) return;
			setFollowing(userName, following);
			queryClient.setQueryData(followersQuery(userName).queryKey, followers);
		},
		onError: (error, { userName, following, followers }) => {
			toast(getErrorMessage(error), 'error');
			if (!isLatestChange(userName)) return;
			setFollowing(userName, !following);
			if (followers !== undefined) queryClient.setQueryData(followersQuery(userName).queryKey, followers);
		},
	});
}
