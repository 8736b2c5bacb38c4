import { type InfiniteData, infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { Comment } from '../../contract/comments/comments.ts';
import type { Client } from '../../contract/core/client.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import { dedupePagesById } from '../data/items.ts';
import { longListOptions } from '../data/list-options.ts';

export interface CommentTarget {
	target: ContentTarget;
	id: number;
}

export type CommentPages = InfiniteData<CursorPage<Comment>>;

/** Query for the comments of an ad or post, newest first, without replies. */
export function commentsQuery(api: Client, { target, id }: CommentTarget) {
	return infiniteQueryOptions({
		...longListOptions,
		select: dedupePagesById,
		queryKey: ['comments', target, id],
		queryFn: ({ pageParam, signal }) =>
			api.listComments(
				{ params: { target, id: String(id) }, query: { limit: 10, ...(pageParam && { cursor: pageParam }) } },
				{ signal },
			),
	});
}

/** Query for the replies to a comment, oldest first. */
export function repliesQuery(api: Client, id: number) {
	return infiniteQueryOptions({
		...longListOptions,
		select: dedupePagesById,
		queryKey: ['replies', id],
		queryFn: ({ pageParam, signal }) =>
			api.listReplies(
				{ params: { id: String(id) }, query: { limit: 20, ...(pageParam && { cursor: pageParam }) } },
				{ signal },
			),
	});
}

/** Query for the comment count after local changes. Nothing fetches it: without cached data, the server's count applies. */
export function commentCountQuery({ target, id }: CommentTarget) {
	return queryOptions<number>({ queryKey: ['comment-count', target, id], queryFn: skipToken });
}

/** Query for unanswered comments of others on the logged-in account's ads and posts, newest first. */
export function commentsToAnswerQuery(api: Client, accountId: number) {
	return queryOptions({
		queryKey: ['comments-to-answer', accountId],
		queryFn: ({ signal }) => api.listCommentsToAnswer({ query: {} }, { signal }),
		// Comments to answer are always stale, because the user may just have answered some of them.
		staleTime: 0,
	});
}
