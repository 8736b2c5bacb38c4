import { Clapperboard } from 'lucide-react';
import * as commonText from '../../../text/shared/common.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import * as postVideoText from '../../../text/web/post-video.ts';
import { OwnUploads } from '../../ads/own/own-uploads.tsx';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export const meta = hiddenPageMeta(ownAdsText.myVideos);

export default function MyVideosPage() {
	return (
		<OwnUploads
			title={ownAdsText.myVideos}
			format="video"
			action={<ButtonLink to="/dashboard/postvideo">{postVideoText.heading}</ButtonLink>}
			empty={
				<EmptyState
					icon={Clapperboard}
					title={commonText.noVideos}
					action={<ButtonLink to="/dashboard/postvideo">{ownAdsText.uploadFirstVideo}</ButtonLink>}
					hint={ownAdsText.emptyVideosHint}
				/>
			}
		/>
	);
}
