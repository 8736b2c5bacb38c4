import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Comment } from '../../contract/comments.ts';
import * as commonText from '../../contract/text/common.ts';
import { uniqueItemsById } from '../data/items.ts';
import { useActor } from '../platform/actor.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { useSendOrQueue } from '../platform/outbox.ts';
import { toast } from '../ui/toast.ts';
import { type Comments, type CommentTarget, commentCountQuery, commentsQuery, repliesQuery } from './queries.ts';

/** How many comments the header says. */
export function useCommentCount(of: CommentTarget, count: number): number {
	return useQuery(commentCountQuery(of)).data ?? count;
}

export interface NewComment extends CommentTarget {
	text: string;
	parentId: number | null;
	/** The same for every try to send this text. */
	key: string;
	/** Comments there are before, as the header says. */
	count: number;
}

/** Sends a comment or a reply: it shows at once, and waits for a network. */
export function useAddComment() {
	const api = useApi();
	const sendOrKeep = useSendOrQueue();
	const actor = useActor();
	const queryClient = useQueryClient();

	const getListQuery = ({ parentId, target, id }: NewComment) =>
		parentId === null ? commentsQuery(api, { target, id }) : repliesQuery(api, parentId);

	return useMutation({
		mutationKey: ['add-comment'],
		mutationFn: ({ target, id, text, parentId, key }: NewComment) =>
			sendOrKeep<Comment>(
				'createComment',
				{ params: { target, id: String(id) }, body: { text, ...(parentId !== null && { parent_id: parentId }) } },
				{ key },
			),
		onMutate: async (wanted) => {
			if (!actor) return;
			const { target, id, parentId, text } = wanted;
			const list = getListQuery(wanted);
			const { queryKey } = list;
			const waiting: Comment = {
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
			const context = { waiting, isWaiting: true };
			function show() {
				if (!context.isWaiting) return;
				queryClient.setQueryData<Comments>(queryKey, (data) => data && withComment(data, waiting, getPosition(wanted)));
			}
			if (queryClient.getQueryData(queryKey)) {
				await queryClient.cancelQueries({ queryKey });
				show();
			} else {
				// A list on its way here for the first time goes on: with nothing to show before it, it would stay away once stopped.
				queryClient.ensureInfiniteQueryData(list).then(show, () => {});
			}
			changeCount(queryClient, wanted, wanted.count, 1);
			if (parentId !== null) addReplies(wanted, parentId, 1);
			return context;
		},
		onSuccess: (comment, wanted, context) => {
			// It waits, and stays as it is shown.
			if (!comment) return;
			if (context) context.isWaiting = false;
			const { queryKey } = getListQuery(wanted);
			const data = queryClient.getQueryData<Comments>(queryKey);
			if (!data) {
				void queryClient.invalidateQueries({ queryKey });
				return;
			}
			// A list that was on its way while this was sent has come without it.
			const waits = context && uniqueItemsById(data).some((other) => other.id === context.waiting.id);
			queryClient.setQueryData<Comments>(
				queryKey,
				waits
					? mapComments(data, (other) => (other.id === context.waiting.id ? comment : other))
					: withComment(data, comment, getPosition(wanted)),
			);
		},
		onError: (error, wanted, context) => {
			toast(getErrorMessage(error), 'error');
			if (!context) return;
			context.isWaiting = false;
			queryClient.setQueryData<Comments>(
				getListQuery(wanted).queryKey,
				(data) => data && mapComments(data, (other) => (other.id === context.waiting.id ? null : other)),
			);
			changeCount(queryClient, wanted, wanted.count, -1);
			if (wanted.parentId !== null) addReplies(wanted, wanted.parentId, -1);
		},
	});

	function addReplies(of: CommentTarget, parentId: number, difference: number) {
		queryClient.setQueryData(
			commentsQuery(api, { target: of.target, id: of.id }).queryKey,
			(data) =>
				data &&
				mapComments(data, (other) =>
					other.id === parentId ? { ...other, replies: other.replies + difference } : other,
				),
		);
	}
}

function getPosition({ parentId }: NewComment): 'first' | 'last' {
	return parentId === null ? 'first' : 'last';
}

/** Changes the text of an own comment: shown at once, undone where the server refuses. */
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
		queryClient.setQueryData<Comments>(listKeyOf(comment), (data) => {
			return (
				data && mapComments(data, (other) => (other.id === comment.id ? { ...comment, replies: other.replies } : other))
			);
		});
	}

	function listKeyOf({ target, target_id, parent_id }: Comment) {
		return parent_id === null
			? commentsQuery(api, { target, id: target_id }).queryKey
			: repliesQuery(api, parent_id).queryKey;
	}
}

/** Deletes an own comment with its replies: gone at once, back where the server refuses. */
export function useDeleteComment() {
	const api = useApi();
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ comment }: { comment: Comment; count: number }) =>
			api.deleteComment({ params: { id: String(comment.id) } }),
		onMutate: async ({ comment, count: before }) => {
			const of = { target: comment.target, id: comment.target_id };
			const keys = [commentsQuery(api, of).queryKey];
			if (comment.parent_id !== null) keys.push(repliesQuery(api, comment.parent_id).queryKey);
			const lists = keys.map((queryKey) => [queryKey, queryClient.getQueryData<Comments>(queryKey)] as const);
			for (const queryKey of keys) {
				await queryClient.cancelQueries({ queryKey });
				queryClient.setQueryData<Comments>(
					queryKey,
					(data) => data && mapComments(data, (other) => withoutDeleted(other, comment)),
				);
			}
			changeCount(queryClient, of, before, -1 - comment.replies);
			return { lists };
		},
		onSuccess: () => toast(commonText.deleted),
		onError: (error, { comment, count: before }, context) => {
			toast(getErrorMessage(error), 'error');
			for (const [queryKey, data] of context?.lists ?? []) queryClient.setQueryData<Comments>(queryKey, data);
			changeCount(queryClient, { target: comment.target, id: comment.target_id }, before, 1 + comment.replies);
		},
	});
}

function withoutDeleted(other: Comment, gone: Comment): Comment | null {
	if (other.id === gone.id) return null;
	return other.id === gone.parent_id ? { ...other, replies: Math.max(0, other.replies - 1) } : other;
}

function changeCount(queryClient: QueryClient, of: CommentTarget, before: number, difference: number) {
	queryClient.setQueryData(commentCountQuery({ target: of.target, id: of.id }).queryKey, (count = before) =>
		Math.max(0, count + difference),
	);
}

/** With a comment at the top, or at the end of what is there. */
export function withComment(data: Comments | undefined, comment: Comment, position: 'first' | 'last'): Comments {
	const [first, ...others] = data?.pages ?? [];
	if (!data || !first) return { pages: [{ items: [comment], next_cursor: null }], pageParams: [null] };
	if (position === 'first') return { ...data, pages: [{ ...first, items: [comment, ...first.items] }, ...others] };
	const pages = data.pages.map((page, index) =>
		index === data.pages.length - 1 ? { ...page, items: [...page.items, comment] } : page,
	);
	return { ...data, pages };
}

/** With each comment as `change` makes it; null leaves it out. */
export function mapComments(data: Comments, transform: (comment: Comment) => Comment | null): Comments {
	return {
		...data,
		pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap((c) => transform(c) ?? []) })),
	};
}
