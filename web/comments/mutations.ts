import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Comment } from '../../contract/comments/comments.ts';
import * as commonText from '../../text/shared/common.ts';
import { dedupePagesById } from '../data/items.ts';
import { useActor } from '../platform/actor.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { useSendOrQueue } from '../platform/outbox.ts';
import { toast } from '../ui/toast.ts';
import { type CommentPages, type CommentTarget, commentCountQuery, commentsQuery, repliesQuery } from './queries.ts';

/** Returns the comment count of an ad or post. `count` is the server's number, used until a local change. */
export function useCommentCount(item: CommentTarget, count: number): number {
	return useQuery(commentCountQuery(item)).data ?? count;
}

export interface NewComment extends CommentTarget {
	text: string;
	parentId: number | null;
	/** Idempotency key of the comment, equal for every attempt to send the same text. */
	key: string;
	count: number;
}

/** Adds a comment or a reply optimistically. The comment is queued while offline. */
export function useAddComment() {
	const api = useApi();
	const sendOrQueue = useSendOrQueue();
	const actor = useActor();
	const queryClient = useQueryClient();

	const getListQuery = ({ parentId, target, id }: NewComment) =>
		parentId === null ? commentsQuery(api, { target, id }) : repliesQuery(api, parentId);

	return useMutation({
		mutationKey: ['add-comment'],
		mutationFn: ({ target, id, text, parentId, key }: NewComment) =>
			sendOrQueue<Comment>(
				'createComment',
				{ params: { target, id: String(id) }, body: { text, ...(parentId !== null && { parent_id: parentId }) } },
				{ key },
			),
		onMutate: async (newComment) => {
			if (!actor) return;
			const { target, id, parentId, text } = newComment;
			const list = getListQuery(newComment);
			const { queryKey } = list;
			const placeholder: Comment = {
				id: -Date.now(),
				target,
				target_id: id,
				parent_id: parentId,
				text: text.trim(),
				author: actor,
				created_at: new Date().toISOString(),
				edited_at: null,
				replies: 0,
			};
			const context = { placeholder, isPending: true };
			function show() {
				if (!context.isPending) return;
				queryClient.setQueryData<CommentPages>(
					queryKey,
					(data) => data && addCommentToPages(data, placeholder, getPosition(newComment)),
				);
			}
			if (queryClient.getQueryData(queryKey)) {
				await queryClient.cancelQueries({ queryKey });
				show();
			} else {
				// The first fetch of a comment list is not cancelled, because without cached data it would not start again.
				queryClient.ensureInfiniteQueryData(list).then(show, () => {});
			}
			changeCount(queryClient, newComment, newComment.count, 1);
			if (parentId !== null) addReplies(newComment, parentId, 1);
			return context;
		},
		onSuccess: (comment, newComment, context) => {
			// A null comment means that the request was queued, so the optimistic comment stays.
			if (!comment) return;
			if (context) context.isPending = false;
			const { queryKey } = getListQuery(newComment);
			const data = queryClient.getQueryData<CommentPages>(queryKey);
			if (!data) {
				void queryClient.invalidateQueries({ queryKey });
				return;
			}
			// A comment list that was fetched meanwhile may lack the optimistic comment.
			const isListed = context && dedupePagesById(data).some((other) => other.id === context.placeholder.id);
			queryClient.setQueryData<CommentPages>(
				queryKey,
				isListed
					? mapCommentsInPages(data, (other) => (other.id === context.placeholder.id ? comment : other))
					: addCommentToPages(data, comment, getPosition(newComment)),
			);
		},
		onError: (error, newComment, context) => {
			toast(getErrorMessage(error), 'error');
			if (!context) return;
			context.isPending = false;
			queryClient.setQueryData<CommentPages>(
				getListQuery(newComment).queryKey,
				(data) => data && mapCommentsInPages(data, (other) => (other.id === context.placeholder.id ? null : other)),
			);
			changeCount(queryClient, newComment, newComment.count, -1);
			if (newComment.parentId !== null) addReplies(newComment, newComment.parentId, -1);
		},
	});

	function addReplies(item: CommentTarget, parentId: number, difference: number) {
		queryClient.setQueryData(
			commentsQuery(api, { target: item.target, id: item.id }).queryKey,
			(data) =>
				data &&
				mapCommentsInPages(data, (other) =>
					other.id === parentId ? { ...other, replies: other.replies + difference } : other,
				),
		);
	}
}

function getPosition({ parentId }: NewComment): 'first' | 'last' {
	return parentId === null ? 'first' : 'last';
}

/** Edits a comment optimistically. If the request fails, restores the old text. */
export function useEditComment() {
	const api = useApi();
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ comment, text }: { comment: Comment; text: string }) =>
			api.updateComment({ params: { id: String(comment.id) }, body: { text } }),
		onMutate: ({ comment, text }) => replace({ ...comment, text: text.trim(), edited_at: new Date().toISOString() }),
		onSuccess: (comment) => replace(comment),
		onError: (error, { comment }) => {
			toast(getErrorMessage(error), 'error');
			replace(comment);
		},
	});

	function replace(comment: Comment) {
		queryClient.setQueryData<CommentPages>(getListKey(comment), (data) => {
			return (
				data &&
				mapCommentsInPages(data, (other) => (other.id === comment.id ? { ...comment, replies: other.replies } : other))
			);
		});
	}

	function getListKey({ target, target_id, parent_id }: Comment) {
		return parent_id === null
			? commentsQuery(api, { target, id: target_id }).queryKey
			: repliesQuery(api, parent_id).queryKey;
	}
}

/** Deletes a comment with its replies optimistically. */
export function useDeleteComment() {
	const api = useApi();
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ comment }: { comment: Comment; count: number }) =>
			api.deleteComment({ params: { id: String(comment.id) } }),
		onMutate: async ({ comment, count: before }) => {
			const item = { target: comment.target, id: comment.target_id };
			const keys = [commentsQuery(api, item).queryKey];
			if (comment.parent_id !== null) keys.push(repliesQuery(api, comment.parent_id).queryKey);
			const lists = keys.map((queryKey) => [queryKey, queryClient.getQueryData<CommentPages>(queryKey)] as const);
			for (const queryKey of keys) {
				await queryClient.cancelQueries({ queryKey });
				queryClient.setQueryData<CommentPages>(
					queryKey,
					(data) => data && mapCommentsInPages(data, (other) => withoutDeleted(other, comment)),
				);
			}
			changeCount(queryClient, item, before, -1 - comment.replies);
			return { lists };
		},
		onSuccess: () => toast(commonText.deleted),
		onError: (error, { comment, count: before }, context) => {
			toast(getErrorMessage(error), 'error');
			for (const [queryKey, data] of context?.lists ?? []) queryClient.setQueryData<CommentPages>(queryKey, data);
			changeCount(queryClient, { target: comment.target, id: comment.target_id }, before, 1 + comment.replies);
		},
	});
}

function withoutDeleted(other: Comment, deleted: Comment): Comment | null {
	if (other.id === deleted.id) return null;
	return other.id === deleted.parent_id ? { ...other, replies: Math.max(0, other.replies - 1) } : other;
}

function changeCount(queryClient: QueryClient, item: CommentTarget, before: number, difference: number) {
	queryClient.setQueryData(commentCountQuery({ target: item.target, id: item.id }).queryKey, (count = before) =>
		Math.max(0, count + difference),
	);
}

/** Adds a comment at the start of the first loaded page or at the end of the last loaded page. */
export function addCommentToPages(
	data: CommentPages | undefined,
	comment: Comment,
	position: 'first' | 'last',
): CommentPages {
	const [first, ...others] = data?.pages ?? [];
	if (!data || !first) return { pages: [{ items: [comment], next_cursor: null }], pageParams: [null] };
	if (position === 'first') return { ...data, pages: [{ ...first, items: [comment, ...first.items] }, ...others] };
	const pages = data.pages.map((page, index) =>
		index === data.pages.length - 1 ? { ...page, items: [...page.items, comment] } : page,
	);
	return { ...data, pages };
}

/** Maps every comment of the loaded pages. If `transform` returns null, the comment is removed. */
export function mapCommentsInPages(data: CommentPages, transform: (comment: Comment) => Comment | null): CommentPages {
	return {
		...data,
		pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap((c) => transform(c) ?? []) })),
	};
}
