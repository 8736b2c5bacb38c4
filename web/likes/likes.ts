import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import type { Endpoints } from '../../contract/core/endpoints.ts';
import * as limits from '../../contract/core/limits.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import { useActor } from '../platform/actor.ts';
import { useApi } from '../platform/api.ts';
import { createBatchLoader, memoizePerClient } from '../platform/batch.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { isLatestMutation } from '../platform/is-latest-mutation.ts';
import { useSendOrQueue } from '../platform/outbox.ts';
import { generateRandomKey } from '../platform/random-key.ts';
import { toast } from '../ui/toast.ts';

export interface Likeable {
	target: ContentTarget;
	id: number;
}

interface LikeState {
	liked: boolean;
	/** Like count after a local change; null without a local change. */
	likes: number | null;
}

/** Returns a loader that asks for all ads and posts on a screen in one request. */
const getLikeLoader = memoizePerClient((api) =>
	createBatchLoader<Likeable, boolean>({
		maxBatchSize: limits.idsPerRequest,
		load: async (items, signal) => {
			const ids = (target: ContentTarget) => items.filter((item) => item.target === target).map((item) => item.id);
			const [ads, posts] = [ids('ads'), ids('posts')];
			const query = {
				...(ads.length > 0 && { ads: ads.join(',') }),
				...(posts.length > 0 && { posts: posts.join(',') }),
			};
			const liked = await api.listMyLikes({ query }, { signal });
			return items.map(({ target, id }) => liked[target].includes(id));
		},
	}),
);

function likeKey(actorId: number | undefined, { target, id }: Likeable) {
	return ['likes', actorId ?? null, target, id] as const;
}

/** Query for whether the logged-in account likes an ad or post. Disabled for visitors and for previews, whose id is below 1. */
function likeQuery(api: Client, actorId: number | undefined, item: Likeable) {
	return queryOptions({
		queryKey: likeKey(actorId, item),
		queryFn:
			actorId === undefined || item.id < 1
				? skipToken
				: async ({ signal }): Promise<LikeState> => ({ liked: await getLikeLoader(api)(item, signal), likes: null }),
		staleTime: limits.query.gcTime,
	});
}

/** Returns the state of a like button. `count` is the like count that was loaded with the ad or post. */
export function useLikeState(item: Likeable, count: number): { liked: boolean; likes: number } {
	const { data } = useQuery(likeQuery(useApi(), useActor()?.id, item));
	return { liked: data?.liked ?? false, likes: data?.likes ?? count };
}

interface LikeChange extends Likeable {
	liked: boolean;
	/** Like count before the change. */
	likes: number;
}

/** Likes or unlikes an ad or post optimistically. Taps are sent one after another. They are queued while offline. */
export function useLike() {
	const sendOrQueue = useSendOrQueue();
	const actorId = useActor()?.id;
	const queryClient = useQueryClient();
	const mutationKey = ['like'];

	function isLatestChange({ target, id }: Likeable) {
		return isLatestMutation<LikeChange>(
			queryClient,
			mutationKey,
			(other) => other.target === target && other.id === id,
		);
	}

	return useMutation({
		mutationKey,
		scope: { id: 'like' },
		mutationFn: ({ target, id, liked }: LikeChange) => {
			const input = { params: { target, id: String(id) } };
			const options = { slot: `like ${target} ${id}`, key: generateRandomKey() };
			return sendOrQueue<ResponseOf<Endpoints['like']>>(liked ? 'like' : 'unlike', input, options);
		},
		onMutate: ({ liked, likes, ...item }) => {
			const queryKey = likeKey(actorId, item);
			void queryClient.cancelQueries({ queryKey });
			const before = queryClient.getQueryData<LikeState>(queryKey);
			queryClient.setQueryData<LikeState>(queryKey, { liked, likes: Math.max(0, likes + (liked ? 1 : -1)) });
			return { before };
		},
		onSuccess: (response, change) => {
			if (response && isLatestChange(change)) queryClient.setQueryData<LikeState>(likeKey(actorId, change), response);
		},
		onError: (error, change, context) => {
			toast(getErrorMessage(error), 'error');
			if (!isLatestChange(change)) return;
			const queryKey = likeKey(actorId, change);
			queryClient.setQueryData<LikeState>(queryKey, context?.before ?? { liked: !change.liked, likes: change.likes });
			void queryClient.invalidateQueries({ queryKey });
		},
	});
}
