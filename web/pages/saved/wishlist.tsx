import { Link } from 'react-router';
import type { AdCard as AdCardData } from '../../../contract/ads/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as offlineVideosText from '../../../text/web/offline-videos.ts';
import * as savedText from '../../../text/web/saved.ts';
import { adPath } from '../../ads/paths.ts';
import { AdCard, AdCardSkeleton } from '../../feed/cards/ad-card.tsx';
import { adImageSizes } from '../../feed/cards/ad-list.tsx';
import { OfflineVideoAction } from '../../offline/videos/offline-video-action.tsx';
import { isStorableVideo, removeMissing, sumBytes } from '../../offline/videos/offline-videos.ts';
import { useApi } from '../../platform/api.ts';
import { formatRoundedFileSize } from '../../platform/file-size.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { offlineVideos } from '../../player/offline-video-list.ts';
import { SavedPage } from './saved-page.tsx';

export const meta = hiddenPageMeta(commonText.wishlist);

export default function WishlistPage() {
	const api = useApi();
	return (
		<SavedPage
			list="wishlist"
			title={commonText.wishlist}
			aside={<OfflineVideoTotal />}
			load={async (ids, signal) => {
				const { items } = await api.listAdsById({ query: { ids: ids.join(',') } }, { signal });
				void removeMissing(ids, items);
				return items;
			}}
			getSearchText={getSearchText}
			empty={{
				lead: savedText.emptyHints.wishlist,
				to: '/',
				action: commonText.lookAround,
			}}
			skeleton={<AdCardSkeleton />}
			gridClasses="ad-grid"
		>
			{(ad) => <WishlistEntry ad={ad} />}
		</SavedPage>
	);
}

/**
 * Card of a saved ad. Below it, a video can be stored on this device. A stored video plays on its page, which opens offline. All cards of a
 * row have the same height.
 */
function WishlistEntry({ ad }: { ad: AdCardData }) {
	const isStored = useStoredValue(offlineVideos)?.some(({ id }) => id === ad.id);
	return (
		<div>
			<AdCard ad={ad} sizes={adImageSizes} playPath={isStored ? adPath(ad) : undefined} />
			{ad.video && isStorableVideo(ad) && <OfflineVideoAction ad={ad} bytes={ad.video.bytes} className="px-2.5" />}
		</div>
	);
}

function getSearchText({ title, category, place, seller }: AdCardData): string {
	return `${title} ${category} ${place ?? ''} ${seller.display_name} ${seller.user_name}`;
}

/** Total size of the videos on this device, with a link to where they can be removed. Renders nothing if there are none. */
function OfflineVideoTotal() {
	const videos = useStoredValue(offlineVideos) ?? [];
	if (videos.length === 0) return null;
	return (
		<Link to="/data-saver#offline-videos" className="inline-flex min-h-11 items-center text-right text-14 text-leaf">
			{offlineVideosText.total(formatRoundedFileSize(sumBytes(videos)))}
		</Link>
	);
}
