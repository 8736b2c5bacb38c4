import type { MetaArgs } from 'react-router';
import type { AdCard as AdCardData } from '../../../contract/ads.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as savedText from '../../../contract/text/saved.ts';
import { useApi } from '../../platform/api.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { AdCard, AdCardSkeleton } from '../cards/ad-card.tsx';
import { adSizes, grid } from '../cards/ad-list.tsx';
import { SavedPage } from './saved-page.tsx';

export function meta({ matches }: MetaArgs) {
	return pageMeta(matches, { title: commonText.wishlist, hidden: true });
}

export default function WishlistPage() {
	const api = useApi();
	return (
		<SavedPage
			list="wishlist"
			title={commonText.wishlist}
			load={async (ids, signal) => (await api.listAdsById({ query: { ids: ids.join(',') } }, { signal })).items}
			wordsOf={wordsOf}
			empty={{
				lead: savedText.emptyHints.wishlist,
				to: '/',
				action: commonText.lookAround,
			}}
			skeleton={<AdCardSkeleton />}
			grid={grid}
		>
			{(ad) => <AdCard ad={ad} sizes={adSizes} />}
		</SavedPage>
	);
}

function wordsOf({ title, category, place, seller }: AdCardData): string {
	return `${title} ${category} ${place ?? ''} ${seller.display_name} ${seller.user_name}`;
}
