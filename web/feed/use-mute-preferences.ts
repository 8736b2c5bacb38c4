import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Client } from '../../contract/client.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { withLock } from '../platform/locks.ts';
import { toast } from '../ui/toast.ts';
import { isSamePreference, type MutedPosts, type MuteOption, type MutePreference } from './mute-preferences.ts';
import { forYouKey, forYouQuery, mutePreferencesQuery } from './queries.ts';

/** Tells the server, which hears of taps in their order although each shows at once. */
export function updateMutePreference(api: Client, body: { of: MutePreference; undo?: true }): Promise<unknown> {
	return withLock('less', () => api.showLess({ body }));
}

/** 'Less of this': shows at once, and is taken back where the server refuses. `account` is who reads. */
export function useMutePreferences(account: number | null) {
	const api = useApi();
	const queryClient = useQueryClient();
	const [mutedPosts, setMutedPosts] = useState<MutedPosts>(new Map());
	/** Pages there were when it was asked, by the post it was asked at: those behind them heed it. */
	const pagesBefore = useRef(new Map<number, number>());
	const listKey = forYouQuery(api, account).queryKey;
	const preferencesKey = mutePreferencesQuery(api, account ?? 0).queryKey;

	/** The next visit is ranked anew. */
	async function invalidate(refetchType: 'none' | 'active') {
		await queryClient.invalidateQueries({ queryKey: preferencesKey });
		await queryClient.invalidateQueries({ queryKey: listKey, refetchType });
	}

	// Pages that were loaded meanwhile count as new, and without what was asked here the first ones would show it all again.
	useEffect(
		() => () => {
			if (pagesBefore.current.size === 0) return;
			void queryClient.invalidateQueries({ queryKey: forYouKey, refetchType: 'none' });
		},
		[queryClient],
	);

	function setMuted(postId: number, choice: MuteOption | null) {
		setMutedPosts((before) => {
			const after = new Map(before);
			if (choice) after.set(postId, choice);
			else after.delete(postId);
			return after;
		});
	}

	/** Lets go of all pages but the first ones; what stood on the others is asked for again. */
	async function truncateList(count: number) {
		await queryClient.cancelQueries({ queryKey: listKey });
		queryClient.setQueryData(
			listKey,
			(data) => data && { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) },
		);
	}

	async function hideSimilar(postId: number, choice: MuteOption) {
		pagesBefore.current.set(postId, queryClient.getQueryData(listKey)?.pages.length ?? 1);
		setMuted(postId, choice);
		try {
			await updateMutePreference(api, { of: choice.of });
			// What is being read stays as it is, but for what is hidden.
			await invalidate('none');
		} catch (error) {
			setMuted(postId, null);
			toast(getErrorMessage(error), 'error');
		}
	}

	async function undo(postId: number, choice: MuteOption) {
		setMuted(postId, null);
		try {
			await updateMutePreference(api, { of: choice.of, undo: true });
			await truncateList(pagesBefore.current.get(postId) ?? 1);
			await invalidate('none');
		} catch (error) {
			setMuted(postId, choice);
			toast(getErrorMessage(error), 'error');
		}
	}

	/** Something asked before, here or on an earlier visit, was taken back: the list begins anew. */
	async function restart(of: MutePreference) {
		setMutedPosts((before) => new Map([...before].filter(([, choice]) => !isSamePreference(choice.of, of))));
		await truncateList(1);
		await invalidate('active');
	}

	return {
		mutedPosts,
		hideSimilar: (postId: number, choice: MuteOption) => void hideSimilar(postId, choice),
		undo: (postId: number, choice: MuteOption) => void undo(postId, choice),
		restart,
	};
}
