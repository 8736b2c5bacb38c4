import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import * as feedText from '../../contract/text/feed.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ShowMore } from '../ui/show-more.tsx';
import { QueryBoundary } from './query-boundary.tsx';

/** Items on a screen: a list of at most this many needs no way back to its top. */
const itemsPerScreen = 12;

interface InfiniteListProps<Item> {
	query: Pick<
		UseInfiniteQueryResult,
		'error' | 'isFetching' | 'isPlaceholderData' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'hasNextPage'
	> & { fetchNextPage: () => Promise<unknown>; refetch: () => Promise<unknown> };
	/** What has come so far; undefined while nothing has. */
	items: readonly Item[] | undefined;
	/** Said to screen readers while nothing has come. */
	loading: string;
	/** Stands in the place and the size of what comes. */
	skeleton: ReactNode;
	/** Said where it cannot be loaded. */
	failure: string;
	/** Says it in one line, as inside of another list. */
	small?: boolean;
	/** Shown where there is nothing: what to do next. */
	empty: ReactNode;
	/** The button's words in a list that goes on by a tap alone; other lists go on as they are scrolled. */
	more?: string;
	/** Said at the end of a list of more than a screen. */
	end?: string;
	/** Loses its colour while another list takes its place. */
	fades?: boolean;
	children: (items: readonly Item[]) => ReactNode;
}

/** A list that goes on: loading, empty, failed, full. One that stands until another one has come says nothing about that one. */
export function InfiniteList<Item>(props: InfiniteListProps<Item>) {
	const { query, items, loading, skeleton, failure, small, empty, more, end, fades = false, children } = props;
	const { isPlaceholderData } = query;
	const data = isPlaceholderData && items?.length === 0 ? undefined : items;
	return (
		<QueryBoundary
			query={{ data, error: query.error, isFetching: query.isFetching, refetch: query.refetch }}
			loading={loading}
			skeleton={skeleton}
			failure={failure}
			{...(small && { small })}
		>
			{(items) => (
				<>
					<div
						aria-busy={isPlaceholderData}
						className={classes(fades && isPlaceholderData && 'cursor-progress grayscale')}
					>
						{items.length > 0 ? children(items) : !query.hasNextPage && empty}
					</div>
					{query.hasNextPage && !isPlaceholderData && (
						<ShowMore
							loading={query.isFetchingNextPage}
							failed={query.isFetchNextPageError}
							label={more}
							onMore={() => void query.fetchNextPage()}
						/>
					)}
					{!query.hasNextPage && !isPlaceholderData && end !== undefined && items.length > itemsPerScreen && (
						<div className="flex flex-col items-center gap-3 py-8 text-center">
							<p className="text-14 text-quiet">{end}</p>
							<Button variant="plain" onClick={() => window.scrollTo(0, 0)}>
								<ArrowUp aria-hidden className="size-5" />
								{feedText.backToTop}
							</Button>
						</div>
					)}
				</>
			)}
		</QueryBoundary>
	);
}
