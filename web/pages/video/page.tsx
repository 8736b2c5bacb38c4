import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { data, Link } from 'react-router';
import * as commonText from '../../../contract/text/common.ts';
import * as videoText from '../../../contract/text/video.ts';
import { useSession } from '../../accounts/session.ts';
import { videoQuery } from '../../ads/queries.ts';
import { useApi } from '../../platform/api.ts';
import { isApiError } from '../../platform/api-error.ts';
import { apiRouterContext } from '../../platform/api-router-context.ts';
import { loadPage } from '../../platform/loader.ts';
import { getOrigin, pageMeta, useTitle } from '../../platform/page-meta.ts';
import { buildPersistMeta } from '../../platform/persisted-queries.ts';
import { queryClientRouterContext } from '../../platform/query-client.ts';
import { isGone, removeOfflineVideos } from '../offline-videos/offline-videos.ts';
import type { LayoutHandle } from '../page-layout.tsx';
import type { Route } from './+types/page.ts';
import { type Failure, toFailure, VideoFailure } from './failure.tsx';
import { buildVideoMetaTags, getVideoMeta, type VideoMeta } from './video-meta.ts';
import { VideoSkeleton, VideoView } from './video-view.tsx';

export const handle: LayoutHandle = { Rail: null };

interface VideoPageData {
	/** Data for the meta tags; null while the video is unknown. */
	videoMeta: VideoMeta | null;
	/** Failure of the server to load the video; null otherwise. */
	failure: Failure | null;
}

export async function loader(args: Route.LoaderArgs) {
	const loaded = await loadPage(args, async ({ api, queryClient, params }): Promise<VideoPageData> => {
		try {
			return { videoMeta: getVideoMeta(await queryClient.fetchQuery(videoQuery(api, params))), failure: null };
		} catch (error) {
			if (isApiError(error)) return { videoMeta: null, failure: toFailure(error) };
			throw error;
		}
	});
	return data(loaded, { status: loaded.page.failure?.status ?? 200 });
}

/** Client loader that returns only known data, so that navigation does not wait. The page loads its video itself. */
export function clientLoader({ context, params }: Route.ClientLoaderArgs) {
	const known = context
		.get(queryClientRouterContext)
		.getQueryData(videoQuery(context.get(apiRouterContext), params).queryKey);
	const page: VideoPageData = { videoMeta: known ? getVideoMeta(known) : null, failure: null };
	return { page };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	const head = loaderData?.page.videoMeta;
	if (!head) return pageMeta(matches, { title: commonText.video, hidden: Boolean(loaderData?.page.failure) });
	return [...pageMeta(matches, head), ...buildVideoMetaTags(head, getOrigin(matches))];
}

export default function VideoPage({ loaderData, params }: Route.ComponentProps) {
	return (
		<div className="mx-auto max-w-6xl">
			<Link
				to="/"
				className="-mt-2 -ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold text-14 text-quiet hover:text-ink"
			>
				<ArrowLeft aria-hidden className="size-5" />
				{videoText.backToList}
			</Link>
			<Video key={params.id} params={params} failure={loaderData.page.failure} />
		</div>
	);
}

function Video({ params, failure }: { params: Route.ComponentProps['params']; failure: Failure | null }) {
	const session = useSession();
	const options = { ...videoQuery(useApi(), params), meta: buildPersistMeta(session?.id ?? null, 'video') };
	// After a failure on the server, only a logged-in user's browser repeats the request, because owners can see their own hidden videos.
	const query = useQuery(failure && !session ? { ...options, enabled: false } : options);
	const video = query.data;
	useTitle(video?.title);
	useMissingVideo(Number(params.id), isGone(query.error));
	if (video) return <VideoView video={video} />;
	if (query.isFetching && !query.isError) return <VideoSkeleton />;
	const currentFailure = query.error ? toFailure(query.error) : failure;
	if (!currentFailure) return <VideoSkeleton />;
	return <VideoFailure failure={currentFailure} retrying={query.isFetching} onRetry={() => void query.refetch()} />;
}

/** Removes the file of a video from this device if the video was deleted or hidden. */
function useMissingVideo(id: number, isMissing: boolean) {
	useEffect(() => {
		if (isMissing) void removeOfflineVideos([id]);
	}, [id, isMissing]);
}
