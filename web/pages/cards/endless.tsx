import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import * as feedText from '../../../contract/text/feed.ts';
import { scrollToTop } from '../../appearance/scroll-to-top.ts';
import { reasonOf } from '../../platform/reason.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ShowMore } from '../../ui/show-more.tsx';

/** What a list needs of its query. */
export type ListQuery = Pick<
	UseInfiniteQueryResult,
	| 'isPending'
	| 'isFetching'
	| 'isFetchingNextPage'
	| 'isFetchNextPageError'
	| 'error'
	| 'hasNextPage'
	| 'fetchNextPage'
	| 'refetch'
>;

interface EndlessProps {
	query: ListQuery;
	/** How many have come so far; undefined while nothing has. */
	count: number | undefined;
	/** What it is a list of: 'ads'. */
	what: string;
	/** Skeletons in the size of what comes. */
	loading: ReactNode;
	/** Shown where there is nothing: what to do next. */
	empty: ReactNode;
	/** Said at the end of a list of more than a screen. */
	end: string;
	children: ReactNode;
}

/** A list that goes on as it is scrolled, with all its faces: loading, empty, failed, full. */
export function Endless({ query, count, what, loading, empty, end, children }: EndlessProps) {
	if (count === undefined) {
		if (query.isPending) {
			return (
				<div role="status">
					<span className="sr-only">{feedText.loading(what)}</span>
					{loading}
				</div>
			);
		}
		return (
			<ErrorState title={feedText.loadFailed(what)} onRetry={() => void query.refetch()} retrying={query.isFetching}>
				<p>{reasonOf(query.error)}</p>
			</ErrorState>
		);
	}
	if (count === 0 && !query.hasNextPage) return empty;
	return (
		<>
			{children}
			{query.hasNextPage ? (
				<ShowMore
					loading={query.isFetchingNextPage}
					failed={query.isFetchNextPageError}
					onMore={() => void query.fetchNextPage()}
				/>
			) : (
				count > 12 && (
					<div className="flex flex-col items-center gap-3 py-8 text-center">
						<p className="text-14 text-quiet">{end}</p>
						<Button look="plain" onClick={scrollToTop}>
							<ArrowUp aria-hidden className="size-5" />
							{feedText.backToTop}
						</Button>
					</div>
				)
			)}
		</>
	);
}
