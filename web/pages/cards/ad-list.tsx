import type { ReactNode } from 'react';
import type { AdCard } from '../../../contract/ads.ts';
import * as feedText from '../../../contract/text/feed.ts';
import { AdGrid } from './ad-grid.tsx';
import { Endless, type ListQuery } from './endless.tsx';

interface AdListProps {
	query: ListQuery;
	/** What has come so far; undefined while nothing has. */
	ads: readonly AdCard[] | undefined;
	/** Shown where there is nothing: what to do next. */
	empty: ReactNode;
	/** Said at the end of a list of more than a screen. */
	end: string;
}

/** A list of ads. */
export function AdList({ query, ads, empty, end }: AdListProps) {
	return (
		<Endless
			query={query}
			count={ads?.length}
			what={feedText.ads}
			loading={<AdGrid ads={[]} waiting={12} />}
			empty={empty}
			end={end}
		>
			<AdGrid ads={ads ?? []} first waiting={query.isFetchingNextPage ? 4 : 0} />
		</Endless>
	);
}
