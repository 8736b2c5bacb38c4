import { useQuery } from '@tanstack/react-query';
import { LoaderCircle, MapPin, Tag, VideoOff } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { LinkedAd, VideoAd } from '../../../contract/ads/ads.ts';
import { profilePath } from '../../../contract/core/page-paths.ts';
import * as adOptionsText from '../../../text/shared/ad-options.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as pinnedProductsText from '../../../text/web/pinned-products.ts';
import * as videoText from '../../../text/web/video.ts';
import { SellerFacts } from '../../accounts/seller-facts.tsx';
import { useSession } from '../../accounts/session.ts';
import { AdOptions } from '../../ads/ad-options.tsx';
import { AdStateReason } from '../../ads/ad-state.tsx';
import { ContactOrOwnerActions } from '../../ads/contact-or-owner-actions.tsx';
import { adPath, videosPath } from '../../ads/paths.ts';
import { formatPlace } from '../../ads/place.ts';
import { ProductCards } from '../../ads/product-cards.tsx';
import { SafetyAdvice } from '../../ads/safety-advice.tsx';
import { Comments } from '../../comments/comments.tsx';
import type { DraftedQuestion } from '../../comments/composer.tsx';
import { getContactBarPaddingClass } from '../../contacts/contact-seller.tsx';
import { AdGrid } from '../../feed/cards/ad-list.tsx';
import { categoryPath } from '../../feed/categories.tsx';
import { moreVideosQuery } from '../../feed/seller-queries.ts';
import { useRememberAd } from '../../feed/use-remember-ad.ts';
import { FollowButton } from '../../follows/follow-button.tsx';
import { useWatchTracking } from '../../insights/use-watch-tracking.ts';
import { LikeButton } from '../../likes/like-button.tsx';
import { AdMenu } from '../../moderation/ad-menu.tsx';
import { useApi } from '../../platform/api.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { trackProductTap } from '../../platform/track.ts';
import { useDialogInHistory } from '../../platform/use-dialog-in-history.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { VideoFrame } from '../../player/frame.tsx';
import { VideoPlayer } from '../../player/player.tsx';
import { nothingWatched } from '../../player/watched.ts';
import { RateSeller } from '../../reviews/rate-seller.tsx';
import { SaveButton } from '../../saved-items/save-button.tsx';
import { ShareButton } from '../../sharing/share-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Price } from '../../ui/price.tsx';
import { Rating } from '../../ui/rating.tsx';
import { lazyPart } from '../../ui/use-lazy-component.ts';

const SimilarAds = lazyPart(async () => (await import('../../feed/similar-ads.tsx')).SimilarAds);

const ProductDialog = lazyPart(async () => (await import('../../ads/product-dialog.tsx')).ProductDialog);

interface VideoStageProps {
	ad: VideoAd;
	/** Aspect ratio of the frame when the page opened. */
	aspectRatio: string;
	/** Width of the poster, as a `sizes` attribute. */
	posterSizes: string;
}

/** Shows the video player, or a message if the video can't be played. */
export function VideoStage({ ad, aspectRatio, posterSizes }: VideoStageProps) {
	const own = useSession()?.user_name === ad.user_name;
	const [watched, setWatched] = useState(nothingWatched);
	useWatchTracking(ad.id, ad.user_name, watched);
	if (ad.state === 'failed') {
		return (
			<VideoFrame video={ad.video} aspectRatio={aspectRatio}>
				<VideoOff aria-hidden className="size-9" />
				<p className="font-semibold text-18">{videoText.unplayable}</p>
				{own ? (
					<Link to="/dashboard" className="inline-flex min-h-11 items-center font-semibold underline">
						{videoText.seeOwnUploads}
					</Link>
				) : (
					<p className="text-14 text-white/80">{videoText.askForAnother}</p>
				)}
			</VideoFrame>
		);
	}
	if (ad.state === 'processing' || !ad.video || ad.video.renditions.length === 0) {
		return (
			<VideoFrame video={ad.video} aspectRatio={aspectRatio}>
				<LoaderCircle aria-hidden className="size-9 animate-spin" />
				<div role="status">
					<p className="font-semibold text-18">{commonText.videoProcessing}</p>
					<p className="mt-1 text-14 text-white/80">{videoText.processingHint}</p>
				</div>
			</VideoFrame>
		);
	}
	return (
		<VideoPlayer
			video={ad.video}
			title={ad.title}
			aspectRatio={aspectRatio}
			fillsWidth
			posterSizes={posterSizes}
			onWatched={setWatched}
		/>
	);
}

/** Number of comments of a video without a count (specification, section 2). */
const missingCommentCount = 2;

/** What a video's page says below the title. The items fill the page's grid. */
export function VideoDetails({ video }: { video: VideoAd }) {
	const [question, setQuestion] = useState<DraftedQuestion | null>(null);
	useRememberAd(video.id, video.user_name);
	const { title, description, user_name, user_image, created_at } = video;
	const name = video.display_name || user_name;
	return (
		<>
			{video.state === 'hidden' && <AdStateReason state={video.state} failure={video.hidden ?? null} />}
			{video.products && <Products videoId={video.id} seller={user_name} products={video.products} />}
			<div className="mt-3">
				<div className="flex items-center gap-3">
					<Avatar name={user_name} image={user_image} />
					<div className="min-w-0 flex-1">
						<Link
							to={profilePath(user_name)}
							className="-my-2.5 inline-flex min-h-11 max-w-full items-center rounded-control font-semibold hover:text-leaf"
						>
							<span className="truncate">{name}</span>
						</Link>
						<p className="flex flex-wrap items-center gap-x-3 text-14 text-quiet">
							<TimeAgo time={created_at} />
							{video.rating && <Rating rating={video.rating} withCount />}
						</p>
					</div>
					<AdMenu id={video.id} title={title} seller={user_name} what="video" />
				</div>
				<SellerFacts verified={video.verified} response_time={video.response_time} className="mt-2" />
				<div className="mt-3 flex flex-wrap gap-2">
					<LikeButton target="ads" id={video.id} count={video.likes} variant="button" />
					<ShareButton title={title} path={adPath({ ...video, format: 'video' })} what="video" />
					<SaveButton list="wishlist" id={video.id} variant="button" />
					<FollowButton userName={user_name} name={name} />
				</div>
			</div>
			<div className="mt-5 flex flex-col gap-4 wide:col-start-2 wide:row-span-6 wide:row-start-1 wide:mt-0">
				<Offer video={video} onAsk={(text) => setQuestion({ text })} />
				<RateSeller adId={video.id} seller={video} />
				<div className="hidden wide:block">
					<SafetyAdvice category={video.categories} />
				</div>
			</div>
			<section aria-label={commonText.description} className="mt-5">
				<p className="max-w-prose whitespace-pre-wrap">{description}</p>
				<div className="mt-6 wide:hidden">
					<SafetyAdvice category={video.categories} />
				</div>
			</section>
			<div className="mt-8 max-w-2xl">
				<Comments target="ads" id={video.id} count={video.comments ?? missingCommentCount} question={question} />
			</div>
		</>
	);
}

/** More videos, and similar ads. */
export function VideoSequel({ video }: { video: VideoAd }) {
	return (
		<div className={getContactBarPaddingClass(video)}>
			<MoreVideos video={video} />
			<SimilarAds key={video.id} id={video.id} />
		</div>
	);
}

interface ProductsProps {
	videoId: number;
	/** User name of the seller. */
	seller: string;
	products: readonly LinkedAd[];
}

/** Products that the seller pinned to the video. Each opens in a dialog. */
function Products({ videoId, seller, products }: ProductsProps) {
	const dialog = useDialogInHistory('product');
	const [product, setProduct] = useState<LinkedAd | null>(null);
	const isOwn = useSession()?.user_name === seller;
	return (
		<section aria-labelledby="products" className="mt-3">
			<h2 id="products" className="mb-2 text-16">
				{pinnedProductsText.title}
			</h2>
			<ProductCards
				products={products}
				onOpen={(opened) => {
					if (!isOwn) trackProductTap(videoId);
					setProduct(opened);
					dialog.open();
				}}
			/>
			{dialog.opened && product && <ProductDialog product={product} onClose={dialog.close} />}
		</section>
	);
}

function Offer({ video, onAsk }: { video: VideoAd; onAsk: (question: string) => void }) {
	const { price, categories, state, negotiable } = video;
	const place = formatPlace(video);
	return (
		<div className="flex flex-col gap-4 rounded-card bg-card p-4 shadow-soft wide:p-5">
			{(price !== null || negotiable || state === 'sold') && (
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
					{price !== null && <Price price={price} size="large" />}
					{negotiable && <Badge variant="marigold">{adOptionsText.negotiable}</Badge>}
					{state === 'sold' && <Badge variant="danger">{commonText.sold}</Badge>}
				</p>
			)}
			<ul className="-my-2 flex flex-wrap gap-x-5 text-14 text-quiet wide:flex-col">
				<li className="flex min-h-11 items-center gap-2">
					<Tag aria-hidden className="size-4.5 shrink-0" />
					<Link to={categoryPath(categories)} className="inline-flex min-h-11 items-center hover:text-leaf">
						{categories}
					</Link>
				</li>
				{place !== null && (
					<li className="flex min-h-11 items-center gap-2">
						<MapPin aria-hidden className="size-4.5 shrink-0" />
						{place}
					</li>
				)}
			</ul>
			<AdOptions ad={video} />
			<ContactOrOwnerActions ad={{ ...video, format: 'video' }} seller={video} onAsk={onAsk} />
		</div>
	);
}

/** More videos, which load after the page and continue in the video feed. Renders nothing if loading fails. */
function MoreVideos({ video }: { video: VideoAd }) {
	const { data } = useQuery({ ...moreVideosQuery(useApi(), video), enabled: useHydrated() });
	if (!data || data.ads.length === 0) return null;
	return (
		<section aria-labelledby="more-videos" className="mt-10">
			<h2 id="more-videos" className="mb-3 text-18 wide:text-22">
				{data.ofSeller ? videoText.moreFrom(video.display_name || video.user_name) : videoText.more}
			</h2>
			<AdGrid ads={data.ads} getPath={({ id }) => videosPath(id)} />
		</section>
	);
}
