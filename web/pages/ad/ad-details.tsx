import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Link } from 'react-router';
import type { Ad, AdCard, LinkedAd } from '../../../contract/ads/ads.ts';
import { profilePath } from '../../../contract/core/page-paths.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as adPageText from '../../../text/web/ad-page.ts';
import * as pinnedProductsText from '../../../text/web/pinned-products.ts';
import { AdStateReason } from '../../ads/ad-state.tsx';
import { ContactOrOwnerActions } from '../../ads/contact-or-owner-actions.tsx';
import { LinkedAdLabel } from '../../ads/linked-ad-label.tsx';
import { adPath, videosPath } from '../../ads/paths.ts';
import { SafetyAdvice } from '../../ads/safety-advice.tsx';
import { Comments } from '../../comments/comments.tsx';
import type { DraftedQuestion } from '../../comments/composer.tsx';
import { getContactBarPaddingClass } from '../../contacts/contact-seller.tsx';
import { AdGrid } from '../../feed/cards/ad-list.tsx';
import { SellerCard } from '../../feed/cards/seller-card.tsx';
import { moreAdsCount, moreFromSellerQuery } from '../../feed/seller-queries.ts';
import { useRememberAd } from '../../feed/use-remember-ad.ts';
import { useViewTracking } from '../../insights/use-view-tracking.ts';
import { LikeButton } from '../../likes/like-button.tsx';
import { AdMenu } from '../../moderation/ad-menu.tsx';
import { useApi } from '../../platform/api.ts';
import { RateSeller } from '../../reviews/rate-seller.tsx';
import { SaveButton } from '../../saved-items/save-button.tsx';
import { ShareButton } from '../../sharing/share-button.tsx';
import { lazyPart } from '../../ui/use-lazy-component.ts';

const SimilarAds = lazyPart(async () => (await import('../../feed/similar-ads.tsx')).SimilarAds);

interface AdDetailsProps {
	ad: Ad;
	/** Called with a question for the comment form; empty if the buyer writes it. */
	onAsk: (question: string) => void;
}

/** What an ad's page says below the summary. */
export function AdDetails({ ad, onAsk }: AdDetailsProps) {
	useViewTracking('ads', ad.id, ad.seller.user_name);
	useRememberAd(ad.id, ad.seller.user_name);
	return (
		<>
			{ad.state === 'hidden' && <AdStateReason state={ad.state} failure={ad.hidden ?? null} />}
			{ad.state === 'sold' && <SoldNotice ad={ad} />}
			<ContactOrOwnerActions ad={ad} seller={ad.seller} onAsk={onAsk} />
			{ad.videos && <SeenIn videos={ad.videos} />}
			<SellerCard seller={ad.seller} />
			<RateSeller adId={ad.id} seller={ad.seller} />
			<section>
				<h2 className="text-18">{commonText.description}</h2>
				<p className="mt-2 whitespace-pre-line">{ad.description}</p>
			</section>
			<SafetyAdvice category={ad.category} />
		</>
	);
}

export function AdActions({ ad }: { ad: AdCard }) {
	return (
		<div className="flex flex-wrap gap-2">
			<LikeButton target="ads" id={ad.id} count={ad.likes} variant="button" />
			<SaveButton list="wishlist" id={ad.id} variant="button" />
			<ShareButton title={ad.title} path={adPath(ad)} what="ad" />
		</div>
	);
}

export function AdMoreMenu({ ad }: { ad: AdCard }) {
	return <AdMenu id={ad.id} title={ad.title} seller={ad.seller.user_name} what="ad" />;
}

/** Comments of an ad, and other ads. */
export function AdSequel({ ad, question }: { ad: Ad; question: DraftedQuestion | null }) {
	return (
		<>
			<div className="mt-8 max-w-2xl">
				<Comments target="ads" id={ad.id} count={ad.comments} question={question} />
			</div>
			<MoreFromSeller ad={ad} />
			<div className={getContactBarPaddingClass(ad)}>
				<SimilarAds key={ad.id} id={ad.id} />
			</div>
		</>
	);
}

/** Videos of the seller that show the product. */
function SeenIn({ videos }: { videos: readonly LinkedAd[] }) {
	return (
		<section aria-labelledby="seen-in">
			<h2 id="seen-in" className="mb-2 text-18">
				{pinnedProductsText.seenIn(videos.length)}
			</h2>
			<ul className="flex flex-col gap-2">
				{videos.map((video) => (
					<li key={video.id}>
						<Link
							to={videosPath(video.id)}
							className="flex items-center gap-3 rounded-card bg-card p-2 shadow-soft hover:bg-sunken"
						>
							<LinkedAdLabel ad={{ ...video, price: null }} />
							<Play aria-hidden className="mr-2 size-5 shrink-0 text-leaf" />
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}

function SoldNotice({ ad }: { ad: Ad }) {
	return (
		<p className="rounded-card bg-danger-soft p-4">
			{adPageText.soldNotice}{' '}
			<Link to={profilePath(ad.seller.user_name)} className="font-semibold text-leaf underline underline-offset-4">
				{adPageText.seeOthersOf(ad.seller.display_name || ad.seller.user_name)}
			</Link>
		</p>
	);
}

function MoreFromSeller({ ad }: { ad: Ad }) {
	const { data: ads, isPending } = useQuery(moreFromSellerQuery(useApi(), ad.seller.user_name));
	const others = ads?.filter((other) => other.id !== ad.id).slice(0, moreAdsCount);
	return (
		<section className="mt-8">
			{(isPending || (others && others.length > 0)) && (
				<>
					<h2 className="mb-3 text-18">{adPageText.moreFrom(ad.seller.display_name || ad.seller.user_name)}</h2>
					<AdGrid ads={others ?? []} skeletons={isPending ? 2 : 0} />
				</>
			)}
		</section>
	);
}
