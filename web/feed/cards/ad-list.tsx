import type { ComponentProps, ReactNode } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { adFormats } from '../../../contract/ads/ad-options.ts';
import type { AdCard as AdCardData } from '../../../contract/ads/ads.ts';
import * as feedText from '../../../text/web/feed.ts';
import { adPath } from '../../ads/paths.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { useIsSettled } from '../../platform/use-is-settled.ts';
import { useReducedData } from '../../ui/reduced-data.ts';
import { AdCard, AdCardSkeleton } from './ad-card.tsx';

/**
 * Width of an ad card in the grid, as a `sizes` attribute: exact on phones, otherwise near enough to choose the same file. Each card repeats
 * it, so it is short.
 */
export const adImageSizes = '(min-width:1360px)208px,(min-width:768px)240px,calc(50vw - 20px)';

/** Number of items at the start of a list whose pictures load first, with the style sheet: the first row on a phone. */
export const eagerCount = 2;

interface AdGridProps {
	ads: readonly AdCardData[];
	/** True if the grid is at the top of the page. */
	first?: boolean;
	skeletons?: number;
	/** Returns the path that a card links to. */
	getPath?: (ad: AdCardData) => string;
}

export function AdGrid({ ads, first = false, skeletons = 0, getPath = adPath }: AdGridProps) {
	return (
		<ul className="ad-grid" aria-busy={skeletons > 0}>
			{ads.map((ad, index) => (
				<li key={ad.id}>
					<AdCard ad={ad} path={getPath(ad)} sizes={adImageSizes} eager={first && index < eagerCount} />
				</li>
			))}
			{Array.from(Array(skeletons).keys(), (index) => (
				<li key={`waiting ${index}`} aria-hidden>
					<AdCardSkeleton />
				</li>
			))}
		</ul>
	);
}

interface AdListProps {
	query: ComponentProps<typeof InfiniteList>['query'];
	/** Ads loaded so far; undefined before the first page. */
	ads: readonly AdCardData[] | undefined;
	empty: ReactNode;
	/** Text at the end of a list longer than a screen. */
	end: string;
}

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
			{(ads) => (
				<>
					<AdGrid ads={ads} first skeletons={query.isFetchingNextPage ? 4 : 0} />
					<PrefetchAdPages ads={ads} />
				</>
			)}
		</InfiniteList>
	);
}

/** Loads the code with which the pages of these ads begin, once nothing competes with it. A tap on a card then shows the ad at once. */
function PrefetchAdPages({ ads }: { ads: readonly AdCardData[] }) {
	const isSettled = useIsSettled();
	const reducedData = useReducedData();
	if (!isSettled || reducedData) return null;
	const firstOfEach = adFormats.flatMap((format) => ads.find((ad) => ad.format === format) ?? []);
	return firstOfEach.map((ad) => <PrefetchPageLinks key={ad.format} page={adPath(ad)} />);
}
