import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as recentlyViewedText from '../../text/web/recently-viewed.ts';
import { adCardsQuery } from '../ads/queries.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { AdGrid } from './cards/ad-list.tsx';
import { clearRecentAds, removeRecentAds, switchRecentAds, useRecentAds } from './recently-viewed.ts';

/** The ads that were viewed on this device, with buttons that clear the list and switch it off. Renders nothing for an empty list. */
export function RecentlyViewed() {
	const recent = useRecentAds();
	if (recent?.off) {
		return (
			<p className="mt-8 flex flex-wrap items-center gap-x-2 text-14 text-quiet">
				<span>{recentlyViewedText.isOff}</span>
				<Button variant="plain" onClick={() => switchRecentAds(true)}>
					{recentlyViewedText.turnOn}
				</Button>
			</p>
		);
	}
	return recent && recent.ids.length > 0 ? <RecentAds ids={recent.ids} /> : null;
}

function RecentAds({ ids }: { ids: readonly number[] }) {
	const query = useQuery(adCardsQuery(useApi(), ids));
	useEffect(() => {
		if (!query.data || query.isPlaceholderData) return;
		const found = new Set(query.data.map(({ id }) => id));
		removeRecentAds(ids.filter((id) => !found.has(id)));
	}, [ids, query.data, query.isPlaceholderData]);
	// Sold ads stay in the list, because their sale may fail, but are not shown.
	const shown = query.data?.filter(({ state }) => state === 'ready');
	if (shown?.length === 0) return null;
	return (
		<section aria-labelledby="recently-viewed" className="mt-8">
			<div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
				<h2 id="recently-viewed" className="text-18">
					{recentlyViewedText.title}
				</h2>
				<div className="-mx-4 flex">
					<Button variant="plain" onClick={() => clearRecentAds()}>
						{recentlyViewedText.clear}
					</Button>
					<Button variant="plain" onClick={() => switchRecentAds(false)}>
						{recentlyViewedText.turnOff}
					</Button>
				</div>
			</div>
			<p className="mb-3 text-14 text-quiet">{recentlyViewedText.hint}</p>
			<QueryBoundary
				small
				query={{ ...query, data: shown }}
				loading={recentlyViewedText.loading}
				skeleton={<AdGrid ads={[]} skeletons={4} />}
				failure={recentlyViewedText.loadFailed}
			>
				{(ads) => <AdGrid ads={ads} />}
			</QueryBoundary>
		</section>
	);
}
