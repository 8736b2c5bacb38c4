import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Client } from '../../contract/client.ts';
import { useApi } from '../platform/api.ts';
import { reasonOf } from '../platform/reason.ts';
import { inTurn } from '../platform/turns.ts';
import { toast } from '../ui/toast.ts';
import { isSame, type LessChoice, type Lessened, type LessOf } from './for-you.ts';
import { forYouKey, forYouQuery, lessQuery } from './queries.ts';

/** Tells the server, which hears of taps in their order although each shows at once. */
export function sayLess(api: Client, body: { of: LessOf; undo?: true }): Promise<unknown> {
	return inTurn('less', () => api.showLess({ body }));
}

/** 'Less of this': shows at once, and is taken back where the server refuses. `account` is who reads. */
export function useLess(account: number | null) {
	const api = useApi();
	const queries = useQueryClient();
	const [lessened, setLessened] = useState<Lessened>(new Map());
	/** Pages there were when it was asked, by the post it was asked at: those behind them heed it. */
	const pagesBefore = useRef(new Map<number, number>());
	const list = forYouQuery(api, account).queryKey;
	const choices = lessQuery(api, account ?? 0).queryKey;

	/** The next visit is ranked anew. */
	async function renew(refetchType: 'none' | 'active') {
		await queries.invalidateQueries({ queryKey: choices });
		await queries.invalidateQueries({ queryKey: list, refetchType });
	}

	// Pages that were loaded meanwhile count as new, and without what was asked here the first ones would show it all again.
	useEffect(
		() => () => {
			if (pagesBefore.current.size === 0) return;
			void queries.invalidateQueries({ queryKey: forYouKey, refetchType: 'none' });
		},
		[queries],
	);

	function mark(postId: number, choice: LessChoice | null) {
		setLessened((before) => {
			const after = new Map(before);
			if (choice) after.set(postId, choice);
			else after.delete(postId);
			return after;
		});
	}

	/** Lets go of all pages but the first ones; what stood on the others is asked for again. */
	async function keepPages(count: number) {
		await queries.cancelQueries({ queryKey: list });
		queries.setQueryData(
			list,
			(data) => data && { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) },
		);
	}

	async function less(postId: number, choice: LessChoice) {
		pagesBefore.current.set(postId, queries.getQueryData(list)?.pages.length ?? 1);
		mark(postId, choice);
		try {
			await sayLess(api, { of: choice.of });
			// What is being read stays as it is, but for what is hidden.
			await renew('none');
		} catch (error) {
			mark(postId, null);
			toast(reasonOf(error), 'error');
		}
	}

	async function undo(postId: number, choice: LessChoice) {
		mark(postId, null);
		try {
			await sayLess(api, { of: choice.of, undo: true });
			await keepPages(pagesBefore.current.get(postId) ?? 1);
			await renew('none');
		} catch (error) {
			mark(postId, choice);
			toast(reasonOf(error), 'error');
		}
	}

	/** Something asked before, here or on an earlier visit, was taken back: the list begins anew. */
	async function begin(of: LessOf) {
		setLessened((before) => new Map([...before].filter(([, choice]) => !isSame(choice.of, of))));
		await keepPages(1);
		await renew('active');
	}

	return {
		lessened,
		less: (postId: number, choice: LessChoice) => void less(postId, choice),
		undo: (postId: number, choice: LessChoice) => void undo(postId, choice),
		begin,
	};
}
