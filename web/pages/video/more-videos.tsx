import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { VideoAd } from '../../../contract/ads.ts';
import { moreSize, moreVideosQuery } from '../../feed/queries.ts';
import { useApi } from '../../platform/api.ts';
import { AdGrid } from '../cards/ad-grid.tsx';

/** What else the seller shows. Comes after the page, and where it does not come, nothing is missed. */
export function MoreVideos({ of: { id, user_name, display_name } }: { of: VideoAd }) {
	const hydrated = useSyncExternalStore(
		() => () => {},
		() => true,
		() => false,
	);
	const { data } = useQuery({ ...moreVideosQuery(useApi(), user_name), enabled: hydrated });
	const others = data?.filter((ad) => ad.id !== id).slice(0, moreSize) ?? [];
	if (others.length === 0) return null;
	return (
		<section aria-labelledby="more-videos" className="mt-10">
			<h2 id="more-videos" className="mb-3 text-18 wide:text-22">
				More videos from {display_name || user_name}
			</h2>
			<AdGrid ads={others} />
		</section>
	);
}
