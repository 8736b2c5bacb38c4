import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import * as feedText from '../../text/web/feed.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { ShowMore } from '../ui/show-more.tsx';
import { QueryBoundary } from './query-boundary.tsx';

/** Estimated number of items on a screen. Only a longer list shows `end` and a button back to its top. */
const itemsPerScreen = 12;

export interface InfiniteListProps<Item> {
	query: Pick<
		UseInfiniteQueryResult,
		'error' | 'isFetching' | 'isPlaceholderData' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'hasNextPage'
	> & { fetchNextPage: () => Promise<unknown>; refetch: () => Promise<unknown> };
	/** Loaded items. Undefined until the first page is loaded. */
	items: readonly Item[] | undefined;
	/** Text that screen readers announce until the first page is loaded. */
	loading: string;
	/** Placeholder of the same size as the items. */
	skeleton: ReactNode;
	/** Title of the error state. */
	failure: string;
	/** Whether the error is shown in one line, for example in a list inside a page. */
	small?: boolean;
	empty: ReactNode;
	/** Label of a button that loads more items. Without a label, the list loads more on scroll. */
	more?: string;
	/** Text at the end of a list that is longer than one screen. */
	end?: string;
	/** Whether the previous list turns grey while another list loads. */
	fades?: boolean;
	children: (items: readonly Item[]) => ReactNode;
}

/** Shows the items of an infinite query with loading, error and empty states. Placeholder data never causes the empty state or `end`. */
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
