import { useQuery } from '@tanstack/react-query';
import type { VideoAd } from '../../../contract/ads.ts';
import * as videoText from '../../../contract/text/video.ts';
import { moreVideosQuery } from '../../feed/seller-queries.ts';
import { useApi } from '../../platform/api.ts';
import { useAwake } from '../../platform/use-awake.ts';
import { AdGrid } from '../cards/ad-list.tsx';

/** What else there is to watch. Comes after the page, and where it does not come, nothing is missed. */
export function MoreVideos({ of: video }: { of: VideoAd }) {
	const { data } = useQuery({ ...moreVideosQuery(useApi(), video), enabled: useAwake() });
	if (!data || data.ads.length === 0) return null;
	return (
		<section aria-labelledby="more-videos" className="mt-10">
			<h2 id="more-videos" className="mb-3 text-18 wide:text-22">
				{data.ofSeller ? videoText.moreFrom(video.display_name || video.user_name) : videoText.more}
			</h2>
			<AdGrid ads={data.ads} />
		</section>
	);
}
