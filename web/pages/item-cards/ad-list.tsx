import type { ComponentProps, ReactNode } from 'react';
import type { AdCard as AdCardData } from '../../../contract/ads.ts';
import * as feedText from '../../../contract/text/feed.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { AdCard, AdCardSkeleton } from './ad-card.tsx';

/** The columns of cards. */
export const adGridClasses = 'grid grid-cols-2 gap-x-2 gap-y-3 md:grid-cols-3 md:gap-x-3 wide:gap-4 xl:grid-cols-4';

/** How wide a card is, as the `sizes` attribute says it: what the bars, the gaps and the page's own edges leave of the window. */
export const adImageSizes =
	'(min-width: 1440px) 208px, (min-width: 1360px) calc(25vw - 152px), (min-width: 1027px) calc(33.3vw - 198px), (min-width: 768px) calc(33.3vw - 19px), calc(50vw - 20px)';

/** Cards whose pictures are loaded first: the first row at any width. */
const eagerCount = 4;

interface AdGridProps {
	ads: readonly AdCardData[];
	/** Stands at the top of its page. */
	first?: boolean;
	/** Skeletons behind the last card. */
	skeletons?: number;
}

/** Ads in two columns on phones, three and four beyond. */
export function AdGrid({ ads, first = false, skeletons = 0 }: AdGridProps) {
	return (
		<ul className={adGridClasses} aria-busy={skeletons > 0}>
			{ads.map((ad, index) => (
				<li key={ad.id} className="min-w-0">
					<AdCard ad={ad} sizes={adImageSizes} eager={first && index < eagerCount} />
				</li>
			))}
			{Array.from(Array(skeletons).keys(), (place) => (
				<li key={`waiting ${place}`} aria-hidden className="min-w-0">
					<AdCardSkeleton />
				</li>
			))}
		</ul>
	);
}

interface AdListProps {
	query: ComponentProps<typeof InfiniteList>['query'];
	/** What has come so far; undefined while nothing has. */
	ads: readonly AdCardData[] | undefined;
	/** Shown where there is nothing: what to do next. */
	empty: ReactNode;
	/** Said at the end of a list of more than a screen. */
	end: string;
}

/** Ads in a grid that goes on. */
export function AdList({ query, ads, empty, end }: AdListProps) {
	return (
		<InfiniteList
			query={query}
			items={ads}
			loading={feedText.loading(feedText.ads)}
			skeleton={<AdGrid ads={[]} skeletons={12} />}
			failure={feedText.loadFailed(feedText.ads)}
			empty={empty}
			end={end}
		>
			{(ads) => <AdGrid ads={ads} first skeletons={query.isFetchingNextPage ? 4 : 0} />}
		</InfiniteList>
	);
}
