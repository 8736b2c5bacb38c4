import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { PostKind } from '../../contract/posts/posts.ts';
import { dedupePagesById } from '../data/items.ts';
import { longListOptions } from '../data/list-options.ts';

export function postQuery(api: Client, id: string) {
	return queryOptions({
		queryKey: ['post', id],
		queryFn: ({ signal }) => api.getPost({ params: { id } }, { signal }),
	});
}

/** Infinite query for the logged-in account's posts of a kind, newest first. */
export function ownPostsQuery(api: Client, accountId: number, kind: PostKind) {
	return infiniteQueryOptions({
		...longListOptions,
		queryKey: ['own-posts', accountId, kind],
		queryFn: ({ pageParam, signal }) =>
			api.listMyPosts({ query: { kind, cursor: pageParam ?? undefined } }, { signal }),
		select: dedupePagesById,
	});
}
