import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Post } from '../../contract/posts/posts.ts';
import * as commonText from '../../text/shared/common.ts';
import * as postsText from '../../text/web/posts.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { toast } from '../ui/toast.ts';
import { postKindInfo } from './post-kind-info.ts';
import { postQuery } from './queries.ts';

/** Updates the text of a post on the server, then invalidates the query cache. */
export function useUpdatePost(post: Post) {
	const api = useApi();
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (text: string) => api.updatePost({ params: { id: String(post.id) }, body: { text } }),
		onSuccess: (changed) => {
			queryClient.setQueryData(postQuery(api, String(post.id)).queryKey, changed);
			void queryClient.invalidateQueries();
		},
	});
}

interface DeleteHandlers {
	/** Callback before the delete request, for example to leave the post's own page. The request waits for the returned promise. */
	onDelete: () => unknown;
	/** Callback after the deletion failed or was undone. */
	onRestore: () => void;
}

/** Deletes a post. A toast offers to undo the deletion. */
export function useDeletePost(post: Post, { onDelete, onRestore }: DeleteHandlers) {
	const api = useApi();
	const queryClient = useQueryClient();
	const params = { id: String(post.id) };
	const { name } = postKindInfo[post.kind];

	async function restore() {
		try {
			const restored = await api.restorePost({ params });
			queryClient.setQueryData(postQuery(api, params.id).queryKey, restored);
			onRestore();
			toast(postsText.restored(name));
			await queryClient.invalidateQueries();
		} catch (error) {
			toast(getErrorMessage(error), 'error');
		}
	}

	return useMutation({
		mutationFn: () => api.deletePost({ params }),
		onMutate: async () => {
			await onDelete();
		},
		onSuccess: () => {
			toast(postsText.deleted(name), 'success', { label: commonText.undo, run: () => void restore() });
			queryClient.removeQueries({ queryKey: postQuery(api, params.id).queryKey });
			return queryClient.invalidateQueries();
		},
		onError: (error) => {
			onRestore();
			toast(getErrorMessage(error), 'error');
		},
	});
}
