import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Client } from '../../contract/core/client.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { withLock } from '../platform/locks.ts';
import { toast } from '../ui/toast.ts';
import { type ChosenMuteOptions, isSamePreference, type MuteOption, type MutePreference } from './mute-preferences.ts';
import { forYouKey, forYouQuery, mutePreferencesQuery } from './queries.ts';

/** Sends a mute preference to the server. The lock sends preferences in the order of the taps. */
export function updateMutePreference(api: Client, body: { of: MutePreference; undo?: true }): Promise<unknown> {
	return withLock('less', () => api.showLess({ body }));
}

/** Mutes items in the For You feed optimistically. `account` is the account's id; null for a visitor. */
export function useMutePreferences(account: number | null) {
	const api = useApi();
	const queryClient = useQueryClient();
	const [mutedItems, setMutedItems] = useState<ChosenMuteOptions>(new Map());
	/** Number of loaded feed pages when an item was muted, by its key. Pages loaded later already respect the mute preference. */
	const pagesBefore = useRef(new Map<string, number>());
	const listKey = forYouQuery(api, account).queryKey;
	const preferencesKey = mutePreferencesQuery(api, account ?? 0).queryKey;

	/** Invalidates mute preferences and the For You feed. If `refetchType` is 'none', the feed refetches only on the next visit. */
	async function invalidate(refetchType: 'none' | 'active') {
		await queryClient.invalidateQueries({ queryKey: preferencesKey });
		await queryClient.invalidateQueries({ queryKey: listKey, refetchType });
	}

	// Muted items are hidden locally only until unmount, so the next visit must not reuse pages loaded before muting.
	useEffect(
		() => () => {
			if (pagesBefore.current.size === 0) return;
			void queryClient.invalidateQueries({ queryKey: forYouKey, refetchType: 'none' });
		},
		[queryClient],
	);

	function setMuted(key: string, choice: MuteOption | null) {
		setMutedItems((before) => {
			const after = new Map(before);
			if (choice) after.set(key, choice);
			else after.delete(key);
			return after;
		});
	}

	/** Keeps only the first `count` pages of the feed. The later pages are fetched again. */
	async function truncateList(count: number) {
		await queryClient.cancelQueries({ queryKey: listKey });
		queryClient.setQueryData(
			listKey,
			(data) => data && { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) },
		);
	}

	async function hideSimilar(key: string, choice: MuteOption) {
		pagesBefore.current.set(key, queryClient.getQueryData(listKey)?.pages.length ?? 1);
		setMuted(key, choice);
		try {
			await updateMutePreference(api, { of: choice.of });
			// The feed is not refetched while the user reads it.
			await invalidate('none');
		} catch (error) {
			setMuted(key, null);
			toast(getErrorMessage(error), 'error');
		}
	}

	async function undo(key: string, choice: MuteOption) {
		setMuted(key, null);
		try {
			await updateMutePreference(api, { of: choice.of, undo: true });
			await truncateList(pagesBefore.current.get(key) ?? 1);
			await invalidate('none');
		} catch (error) {
			setMuted(key, choice);
			toast(getErrorMessage(error), 'error');
		}
	}

	/** Reloads the feed after a mute preference was removed. */
	async function reloadAfterUndo(preference: MutePreference) {
		setMutedItems((before) => new Map([...before].filter(([, choice]) => !isSamePreference(choice.of, preference))));
		await truncateList(1);
		await invalidate('active');
	}

	return {
		mutedItems,
		hideSimilar: (key: string, choice: MuteOption) => void hideSimilar(key, choice),
		undo: (key: string, choice: MuteOption) => void undo(key, choice),
		reloadAfterUndo,
	};
}
