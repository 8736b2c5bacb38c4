import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Clapperboard } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { data, Link, type MetaDescriptor, useLocation, useNavigate } from 'react-router';
import type { AdCard, VideoAd } from '../../../contract/ads/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as playerText from '../../../text/web/player.ts';
import * as videoText from '../../../text/web/video.ts';
import * as videosText from '../../../text/web/videos.ts';
import { useSession } from '../../accounts/session.ts';
import { adPath, videosPath } from '../../ads/paths.ts';
import { isGone, videoQuery } from '../../ads/queries.ts';
import { findTappedCard, type TappedCard } from '../../ads/tapped-card.ts';
import { useSharperSizes } from '../../ads/use-sharper-sizes.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { ContactSkeleton } from '../../contacts/contact-bar.tsx';
import { useRetry } from '../../data/use-retry.ts';
import { oembedLinks } from '../../platform/alternate-links.ts';
import { useApi } from '../../platform/api.ts';
import { isApiError } from '../../platform/api-error.ts';
import { apiRouterContext } from '../../platform/api-router-context.ts';
import { type LoaderResult, loadPage } from '../../platform/loader.ts';
import { type PageMetaOptions, pageMeta, useTitle } from '../../platform/page-meta.ts';
import { buildPersistMeta } from '../../platform/persisted-queries.ts';
import { queryClientRouterContext } from '../../platform/query-client.ts';
import { frameClasses, getPosterSizes, getVideoAspectRatio, LoadingOverlay, Poster } from '../../player/frame.tsx';
import { useSavedList } from '../../saved-items/saved-items-provider.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ErrorOverlay, ErrorState } from '../../ui/error-state.tsx';
import { pagePart } from '../../ui/lazy-component.ts';
import { loadWithRetries } from '../../ui/load-with-retries.ts';
import { Price } from '../../ui/price.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lazyPart } from '../../ui/use-lazy-component.ts';
import type { Route } from './+types/page.ts';
import { toFailure, type VideoFailure } from './failure.ts';
import { buildVideoMetaTags, getVideoMeta } from './video-meta.ts';

export const handle: LayoutHandle = { Rail: null };

/** Classes of the page's grid. Its sixth row takes the height by which the offer is taller than the six rows beside it. */
const columns =
	'mt-2 grid grid-cols-[minmax(0,1fr)] gap-x-8 wide:grid-cols-[minmax(0,1fr)_20rem] wide:grid-rows-[repeat(5,auto)_1fr] wide:items-start';
/** Classes that make the video fill the width of a phone. */
const stageClasses = '-mx-4 md:mx-0';

const loadDetails = () => import('./video-details.tsx');
const VideoStage = pagePart(async () => (await loadDetails()).VideoStage);
const VideoDetails = pagePart(async () => (await loadDetails()).VideoDetails);
const VideoSequel = pagePart(async () => (await loadDetails()).VideoSequel);

const KeepOffline = lazyPart(async () => (await import('./keep-offline.tsx')).KeepOffline);

interface VideoPageData {
	/** Title and description of the document; null while the video is unknown. */
	head: PageMetaOptions | null;
	/** Tags for search engines and link previews. Empty in the browser, whose navigations they do not see. */
	tags: MetaDescriptor[];
	/** The card that was tapped, if the video is unknown. */
	card: TappedCard | null;
	/** Failure of the server to load the video; null otherwise. */
	failure: VideoFailure | null;
}

export async function loader(args: Route.LoaderArgs) {
	const loaded = await loadPage(args, async ({ api, queryClient, params, url }): Promise<VideoPageData> => {
		try {
			const videoMeta = getVideoMeta(await queryClient.fetchQuery(videoQuery(api, params)));
			const { title, description, path, picture } = videoMeta;
			const tags = [...buildVideoMetaTags(videoMeta, url.origin), ...oembedLinks(url.origin, path, title)];
			return { head: { title, description, path, picture, type: 'video.other' }, tags, card: null, failure: null };
		} catch (error) {
			if (isApiError(error)) return { head: null, tags: [], card: null, failure: toFailure(error) };
			throw error;
		}
	});
	return data(loaded, { status: loaded.page.failure?.status ?? 200 });
}

/** Client loader that returns only known data, so that navigation does not wait. The page loads its video itself. */
export function clientLoader({ context, params }: Route.ClientLoaderArgs): LoaderResult<VideoPageData> {
	// The code of the details loads beside the video. Rendering retries if this fails.
	loadDetails().catch(() => {});
	const queryClient = context.get(queryClientRouterContext);
	const video = queryClient.getQueryData(videoQuery(context.get(apiRouterContext), params).queryKey);
	const card = video ? null : findTappedCard(queryClient, params.id, 'video');
	const known = video ?? card?.ad;
	const head = known ? { title: known.title, path: getPath(known) } : null;
	return { page: { head, tags: [], card, failure: null } };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	const { head, tags = [], failure } = loaderData?.page ?? {};
	return [...pageMeta(matches, head ?? { title: commonText.video, hidden: Boolean(failure) }), ...tags];
}

export default function VideoPage({ loaderData, params }: Route.ComponentProps) {
	const { card, failure } = loaderData.page;
	return (
		<div className="mx-auto max-w-6xl">
			<Link
				to="/"
				className="-mt-2 -ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold text-14 text-quiet hover:text-ink"
			>
				<ArrowLeft aria-hidden className="size-5" />
				{videoText.backToList}
			</Link>
			<Video key={params.id} params={params} card={card} failure={failure} />
		</div>
	);
}

const getPath = (video: Pick<VideoAd, 'id' | 'title'>) => adPath({ ...video, format: 'video' });

/** Replaces another path by the video's own, as soon as the video is known. */
function useOwnPath(video: VideoAd | undefined): void {
	const navigate = useNavigate();
	const { pathname, hash } = useLocation();
	const path = video && getPath(video);
	useEffect(() => {
		if (path && path !== pathname) void navigate(path + hash, { replace: true });
	}, [path, pathname, hash, navigate]);
}

interface VideoProps extends Pick<VideoPageData, 'card' | 'failure'> {
	params: Route.ComponentProps['params'];
}

function Video({ params, card, failure }: VideoProps) {
	const session = useSession();
	const options = {
		...videoQuery(useApi(), params, session !== null),
		meta: buildPersistMeta(session?.id ?? null, 'video'),
	};
	// After a failure on the server, only a logged-in user's browser repeats the request, because owners can see their own hidden videos.
	const query = useQuery(failure && !session ? { ...options, enabled: false } : options);
	const video = query.data;
	useOwnPath(video);
	const latestFailure = video || query.isFetching ? null : query.error ? toFailure(query.error) : failure;
	const [currentFailure, retry] = useRetry(latestFailure, query.refetch);
	const isMissing = currentFailure?.status === 404;
	const known = video ?? (isMissing ? undefined : card?.ad);
	useTitle(known?.title ?? (card ? commonText.video : undefined));
	useMissingVideo(Number(params.id), isGone(query.error));
	if (!known) {
		if (!currentFailure) return <VideoSkeleton />;
		return (
			<ErrorState
				isRed
				as="h1"
				title={currentFailure.message}
				retrying={query.isFetching}
				{...(!isMissing && { onRetry: retry })}
				action={
					<ButtonLink to="/" variant={isMissing ? 'primary' : 'quiet'}>
						{commonText.goToMarket}
					</ButtonLink>
				}
			>
				{isMissing ? videoText.missingHint : videoText.failedHint}
			</ErrorState>
		);
	}
	const seller = 'seller' in known ? known.seller.user_name : known.user_name;
	const detailsSkeleton = <DetailsSkeleton contact={<ContactSkeleton state={known.state} seller={seller} />} />;
	return (
		<>
			<article className={columns}>
				<VideoBeginning
					known={known}
					listedSizes={card?.sizes ?? null}
					video={video}
					overlay={
						currentFailure ? (
							<ErrorOverlay
								isRed
								title={currentFailure.message}
								hint={videoText.failedHint}
								retrying={query.isFetching}
								onRetry={retry}
							/>
						) : (
							<LoadingOverlay />
						)
					}
				/>
				{video ? (
					<Suspense fallback={detailsSkeleton}>
						<VideoDetails video={video} />
					</Suspense>
				) : (
					!currentFailure && detailsSkeleton
				)}
			</article>
			{video && (
				<Suspense>
					<VideoSequel video={video} />
				</Suspense>
			)}
		</>
	);
}

interface VideoBeginningProps {
	/** The video, or the card that was tapped. */
	known: VideoAd | AdCard;
	/** The `sizes` attribute of the picture of the card that was tapped; null without a card. */
	listedSizes: string | null;
	/** Undefined until the video is there. */
	video: VideoAd | undefined;
	/** What is over the poster until the player is there. */
	overlay: ReactNode;
}

/** The video and its title. A tapped card knows the poster. */
function VideoBeginning({ known, listedSizes, video, overlay }: VideoBeginningProps) {
	const still = 'cover' in known ? { poster: known.cover, renditions: [] } : known.video;
	const [aspectRatio] = useState(() => getVideoAspectRatio(still));
	const isSaved = useSavedList('wishlist').has(known.id);
	const posterSizes = useSharperSizes(still?.poster ?? null, still ? getPosterSizes(still) : '', listedSizes);
	const frame = (
		<div className={frameClasses} style={{ aspectRatio }}>
			<Poster video={still} fillsWidth sizes={posterSizes} />
			{overlay}
		</div>
	);
	return (
		<>
			<div className={stageClasses}>
				<div className="relative">
					{video ? (
						<Suspense fallback={frame}>
							<VideoStage ad={video} aspectRatio={aspectRatio} posterSizes={posterSizes} />
						</Suspense>
					) : (
						frame
					)}
					{/* On phones the other price is below the screen. */}
					{known.price !== null && (
						<p className="pointer-events-none absolute top-3 left-3 inline-flex min-h-8 items-center rounded-full bg-card px-3 shadow-soft wide:hidden">
							<Price price={known.price} />
						</p>
					)}
				</div>
				{/* The row keeps its height, so that nothing moves when the action for offline use appears. */}
				<div className="mx-4 flex min-h-11 items-center justify-between gap-3 md:mx-0">
					{known.state === 'ready' && (
						<Link
							to={videosPath(known.id)}
							className="inline-flex min-h-11 items-center gap-2 rounded-control font-semibold text-14 text-leaf"
						>
							<Clapperboard aria-hidden className="size-5" />
							{videosText.watchMore}
						</Link>
					)}
					{video && isSaved && <KeepOffline video={video} />}
				</div>
			</div>
			<h1 className="mt-4 text-22 wide:col-start-1 wide:text-28">{known.title}</h1>
		</>
	);
}

function VideoSkeleton() {
	return (
		<div role="status" className={columns}>
			<span className="sr-only">{playerText.loading}</span>
			<div className={stageClasses}>
				<Skeleton className="aspect-video max-h-[60svh] w-full rounded-none md:rounded-card wide:max-h-[70svh]" />
			</div>
			<Skeleton className="mt-4 h-8 w-3/4" />
			<DetailsSkeleton />
		</div>
	);
}

function DetailsSkeleton({ contact }: { contact?: ReactNode }) {
	return (
		<>
			<div className="mt-3">
				<div className="flex items-center gap-3">
					<Skeleton className="size-10 rounded-full" />
					<Skeleton className="h-10 w-40" />
				</div>
				<Skeleton className="mt-3 h-11" />
			</div>
			<div className="mt-5 flex flex-col gap-4 wide:col-start-2 wide:row-span-6 wide:row-start-1 wide:mt-0">
				<Skeleton className="h-40" />
				{contact}
			</div>
			<Skeleton className="mt-5 h-24" />
		</>
	);
}

/** Removes the file of a video from this device if the video was deleted or hidden. */
function useMissingVideo(id: number, isMissing: boolean) {
	useEffect(() => {
		if (isMissing) void removeFile(id);
	}, [id, isMissing]);
}

async function removeFile(id: number): Promise<void> {
	const { removeOfflineVideos } = await loadWithRetries(() => import('../../offline/videos/offline-videos.ts'));
	await removeOfflineVideos([id]);
}
