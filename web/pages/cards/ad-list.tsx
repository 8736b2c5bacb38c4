import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdCard } from '../../../contract/ads.ts';
import { scrollToTop } from '../../appearance/scroll-to-top.ts';
import { reasonOf } from '../../platform/reason.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { AdGrid } from './ad-grid.tsx';

interface AdListProps {
	query: Pick<
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
	/** What has come so far; undefined while nothing has. */
	ads: readonly AdCard[] | undefined;
	/** Shown where there is nothing: what to do next. */
	empty: ReactNode;
	/** Said at the end of a list of more than a screen. */
	end: string;
}

/** A list of ads with all its faces: loading, empty, failed, full. */
export function AdList({ query, ads, empty, end }: AdListProps) {
	if (!ads) {
		if (query.isPending) return <Loading />;
		return (
			<ErrorState title="The ads could not be loaded" onRetry={() => void query.refetch()} retrying={query.isFetching}>
				<p>{reasonOf(query.error)}</p>
			</ErrorState>
		);
	}
	if (ads.length === 0) return empty;
	return (
		<>
			<AdGrid ads={ads} first waiting={query.isFetchingNextPage ? 4 : 0} />
			{query.hasNextPage ? (
				<ShowMore
					loading={query.isFetchingNextPage}
					failed={query.isFetchNextPageError}
					onMore={() => void query.fetchNextPage()}
				/>
			) : (
				ads.length > 12 && (
					<div className="flex flex-col items-center gap-3 py-8 text-center">
						<p className="text-14 text-quiet">{end}</p>
						<Button look="plain" onClick={scrollToTop}>
							<ArrowUp aria-hidden className="size-5" />
							Back to the top
						</Button>
					</div>
				)
			)}
		</>
	);
}

function Loading() {
	return (
		<div role="status">
			<span className="sr-only">Loading ads</span>
			<AdGrid ads={[]} waiting={12} />
		</div>
	);
}
