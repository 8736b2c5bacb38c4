import { Clapperboard } from 'lucide-react';
import type { MetaArgs } from 'react-router';
import { pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OwnUploads } from '../own-uploads.tsx';

export function meta({ matches }: MetaArgs) {
	return pageMeta(matches, { title: 'My videos', hidden: true });
}

export default function MyVideosPage() {
	return (
		<OwnUploads
			title="My videos"
			format="video"
			action={<ButtonLink to="/dashboard/postvideo">Upload a video</ButtonLink>}
			empty={
				<EmptyState
					icon={<Clapperboard className="size-8" />}
					title="No videos yet"
					action={<ButtonLink to="/dashboard/postvideo">Upload your first video</ButtonLink>}
				>
					A short video sells more than words. MP4, MOV and AVI all work.
				</EmptyState>
			}
		/>
	);
}
