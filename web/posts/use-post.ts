import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Post } from '../../contract/posts.ts';
import * as commonText from '../../contract/text/common.ts';
import * as postsText from '../../contract/text/posts.ts';
import { useApi } from '../platform/api.ts';
import { reasonOf } from '../platform/reason.ts';
import { toast } from '../ui/toast.ts';
import { kinds } from './kinds.ts';
import { postQuery } from './queries.ts';

/** Changes the text of an own post, everywhere it shows. */
export function useUpdatePost(post: Post) {
	const api = useApi();
	const queries = useQueryClient();
	return useMutation({
		mutationFn: (text: string) => api.updatePost({ params: { id: String(post.id) }, body: { text } }),
		onSuccess: (changed) => {
			queries.setQueryData(postQuery(api, String(post.id)).queryKey, changed);
			void queries.invalidateQueries();
		},
	});
}

interface Deletion {
	/** It is on its way out. It is deleted once a page of its own has been left. */
	onGone: () => unknown;
	/** It is there again: brought back, or never gone. */
	onBack: () => void;
}

/** Deletes an own post; a notice offers to bring it back. */
export function useDeletePost(post: Post, { onGone, onBack }: Deletion) {
	const api = useApi();
	const queries = useQueryClient();
	const params = { id: String(post.id) };
	const { name } = kinds[post.kind];

	async function restore() {
		try {
			const restored = await api.restorePost({ params });
			queries.setQueryData(postQuery(api, params.id).queryKey, restored);
			onBack();
			toast(postsText.restored(name));
			await queries.invalidateQueries();
		} catch (error) {
			toast(reasonOf(error), 'error');
		}
	}

	return useMutation({
		mutationFn: () => api.deletePost({ params }),
		onMutate: async () => {
			await onGone();
		},
		onSuccess: () => {
			toast(postsText.deleted(name), 'success', { label: commonText.undo, run: () => void restore() });
			queries.removeQueries({ queryKey: postQuery(api, params.id).queryKey });
			return queries.invalidateQueries();
		},
		onError: (error) => {
			onBack();
			toast(reasonOf(error), 'error');
		},
	});
}
