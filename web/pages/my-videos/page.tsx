import { Clapperboard } from 'lucide-react';
import type { MetaArgs } from 'react-router';
import * as commonText from '../../../text/shared/common.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import * as postVideoText from '../../../text/web/post-video.ts';
import { OwnUploads } from '../../ads/own/own-uploads.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function meta({ matches }: MetaArgs) {
	return pageMeta(matches, { title: ownAdsText.myVideos, hidden: true });
}

export default function MyVideosPage() {
	return (
		<OwnUploads
			title={ownAdsText.myVideos}
			format="video"
			action={<ButtonLink to="/dashboard/postvideo">{postVideoText.heading}</ButtonLink>}
			empty={
				<EmptyState
					icon={<Clapperboard className="size-8" />}
					title={commonText.noVideos}
					action={<ButtonLink to="/dashboard/postvideo">{ownAdsText.uploadFirstVideo}</ButtonLink>}
				>
					{ownAdsText.emptyVideosHint}
				</EmptyState>
			}
		/>
	);
}
