import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as controlsText from '../../contract/text/controls.ts';
import { reasonOf } from '../platform/reason.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { toast } from '../ui/toast.ts';

interface PagedListProps<Item> {
	list: UseInfiniteQueryResult<InfiniteData<{ items: readonly Item[] }>>;
	/** What is said where it cannot be loaded. */
	failure: string;
	/** Stands where the items will be. */
	skeleton: ReactNode;
	/** Shown where there is nothing. */
	empty: ReactNode;
	/** The items that have come so far. */
	children: (items: readonly Item[]) => ReactNode;
}

/** A list that goes on by a tap, with all its faces: loading, empty, failed, full, and without colour while another one takes its place. */
export function PagedList<Item>({ list, failure, skeleton, empty, children }: PagedListProps<Item>) {
	const items = list.data?.pages.flatMap((page) => page.items);

	async function more() {
		const { isFetchNextPageError, error } = await list.fetchNextPage();
		if (isFetchNextPageError) toast(reasonOf(error), 'error');
	}

	return (
		<>
			<div
				aria-busy={list.isPlaceholderData}
				className={classes(list.isPlaceholderData && 'cursor-progress grayscale')}
			>
				{list.isPending && skeleton}
				{list.isError && !items && (
					<ErrorState title={failure} retrying={list.isFetching} onRetry={() => void list.refetch()}>
						{reasonOf(list.error)}
					</ErrorState>
				)}
				{items?.length === 0 && !list.hasNextPage && empty}
				{items && items.length > 0 && children(items)}
			</div>
			{list.hasNextPage && !list.isPlaceholderData && (
				<div className="mt-5 flex justify-center">
					<Button look="quiet" loading={list.isFetchingNextPage} onClick={() => void more()}>
						{controlsText.loadMore}
					</Button>
				</div>
			)}
		</>
	);
}
