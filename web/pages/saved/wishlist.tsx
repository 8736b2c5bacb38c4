import type { MetaArgs } from 'react-router';
import type { AdCard as AdCardData } from '../../../contract/ads.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as savedText from '../../../contract/text/saved.ts';
import { useApi } from '../../platform/api.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { AdCard, AdCardSkeleton } from '../item-cards/ad-card.tsx';
import { adGridClasses, adImageSizes } from '../item-cards/ad-list.tsx';
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
			getSearchText={getSearchText}
			empty={{
				lead: savedText.emptyHints.wishlist,
				to: '/',
				action: commonText.lookAround,
			}}
			skeleton={<AdCardSkeleton />}
			gridClasses={adGridClasses}
		>
			{(ad) => <AdCard ad={ad} sizes={adImageSizes} />}
		</SavedPage>
	);
}

function getSearchText({ title, category, place, seller }: AdCardData): string {
	return `${title} ${category} ${place ?? ''} ${seller.display_name} ${seller.user_name}`;
}
