import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { ImageOff, MapPin, Play } from 'lucide-react';
import { useState } from 'react';
import { data, Link, redirect } from 'react-router';
import type { Ad, LinkedAd } from '../../../contract/ads.ts';
import { brand } from '../../../contract/brand.ts';
import { type Client, NetworkError } from '../../../contract/client.ts';
import { profilePath, sharePicturePaths } from '../../../contract/page-paths.ts';
import * as adOptionsText from '../../../contract/text/ad-options.ts';
import * as adPageText from '../../../contract/text/ad-page.ts';
import * as adsText from '../../../contract/text/ads.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as pinnedProductsText from '../../../contract/text/pinned-products.ts';
import { getSession, useSession } from '../../accounts/session.ts';
import { AdOptions } from '../../ads/ad-options.tsx';
import { AdStateReason } from '../../ads/ad-state.tsx';
import { Gallery } from '../../ads/gallery.tsx';
import { LinkedAdLabel } from '../../ads/linked-ad-label.tsx';
import { adPath, videosPath } from '../../ads/paths.ts';
import { formatPlace } from '../../ads/place.ts';
import { buildProductJsonLd, shortenDescription } from '../../ads/product-json-ld.ts';
import { adQuery } from '../../ads/queries.ts';
import { SafetyAdvice } from '../../ads/safety-advice.tsx';
import type { DraftedQuestion } from '../../comments/composer.tsx';
import { moreAdsCount, moreFromSellerQuery } from '../../feed/seller-queries.ts';
import { LikeButton } from '../../likes/like-button.tsx';
import { useApi } from '../../platform/api.ts';
import { type LoaderContext, loadPage } from '../../platform/loader.ts';
import { getOrigin, pageMeta } from '../../platform/page-meta.ts';
import { buildPersistMeta, readPersistedQuery } from '../../platform/persisted-queries.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { SaveButton } from '../../saved-items/save-button.tsx';
import { ShareButton } from '../../sharing/share-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Price } from '../../ui/price.tsx';
import { categoryPath } from '../categories.tsx';
import { ContactSeller, getContactBarPaddingClass } from '../contact/contact-seller.tsx';
import { RateSeller } from '../contact/rate-seller.tsx';
import { AdMenu } from '../interactions/ad-menu.tsx';
import { CommentSection } from '../interactions/comment-section.tsx';
import { AdGrid } from '../item-cards/ad-list.tsx';
import { SellerCard } from '../item-cards/seller-card.tsx';
import type { LayoutHandle } from '../page-layout.tsx';
import { useRememberAd } from '../recently-viewed/use-remember-ad.ts';
import { LazySimilarAds } from '../similar-ads/lazy-similar-ads.tsx';
import { useViewTracking } from '../use-view-tracking.ts';
import type { Route } from './+types/page.ts';

export const handle: LayoutHandle = { Rail: null };

export function loader(args: Route.LoaderArgs) {
	return loadPage(args, async (context) => {
		const ad = await loadAd(context);
		await prefetchMoreFromSeller(context, ad);
		return ad;
	});
}

export function clientLoader(args: Route.ClientLoaderArgs) {
	return loadPage(args, async (context) => {
		const ad = await loadAd(context).catch((error: unknown) => loadPersistedAd(context, error));
		void prefetchMoreFromSeller(context, ad);
		return ad;
	});
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	if (!loaderData) return [{ title: brand.name }];
	const ad = loaderData.page;
	const price = ad.price === null ? '' : `${ad.price} · `;
	return [
		...pageMeta(matches, {
			title: ad.title,
			description: shortenDescription(`${price}${ad.description}`),
			path: adPath(ad),
			picture: sharePicturePaths.ad(ad.id),
		}),
		{ property: 'og:type', content: 'product' },
		{ 'script:ld+json': buildProductJsonLd(ad, getOrigin(matches)) },
	];
}

export default function AdPage({ params }: Route.ComponentProps) {
	return <AdView key={params.id} id={params.id} />;
}

function AdView({ id }: { id: string }) {
	const account = useSession()?.id ?? null;
	const { data: ad } = useSuspenseQuery({ ...adQuery(useApi(), id), meta: buildPersistMeta(account, 'ad') });
	const [question, setQuestion] = useState<DraftedQuestion | null>(null);
	useViewTracking('ads', ad.id, ad.seller.user_name);
	useRememberAd(ad.id, ad.seller.user_name);
	return (
		<article className="mx-auto max-w-6xl">
			<div className="grid grid-cols-1 gap-5 wide:grid-cols-[minmax(0,7fr)_minmax(20rem,5fr)] wide:gap-10">
				<div className="-mx-4 -mt-4 md:mx-0 md:mt-0">
					{ad.gallery.length > 0 ? (
						<Gallery
							pictures={ad.gallery}
							title={ad.title}
							sizes="(min-width: 1440px) 660px, (min-width: 1027px) calc(58vw - 185px), 100vw"
						/>
					) : (
						<div className="flex aspect-4/3 items-center justify-center bg-sunken text-quiet md:rounded-card">
							<ImageOff aria-hidden className="size-10" />
						</div>
					)}
				</div>
				<div className="flex min-w-0 flex-col gap-5 wide:sticky wide:top-8 wide:self-start">
					<AdSummary ad={ad} />
					{ad.state === 'sold' && <SoldNotice ad={ad} />}
					<ContactSeller ad={ad} seller={ad.seller} onAsk={(text) => setQuestion({ text })} />
					{ad.videos && <SeenIn videos={ad.videos} />}
					<SellerCard seller={ad.seller} />
					<RateSeller adId={ad.id} seller={ad.seller} />
					<section>
						<h2 className="text-18">{commonText.description}</h2>
						<p className="mt-2 whitespace-pre-line">{ad.description}</p>
					</section>
					<SafetyAdvice category={ad.category} />
				</div>
			</div>
			<div className="mt-8 max-w-2xl">
				<CommentSection target="ads" id={ad.id} count={ad.comments} question={question} />
			</div>
			<MoreFromSeller ad={ad} />
			<div className={getContactBarPaddingClass(ad)}>
				<LazySimilarAds id={ad.id} />
			</div>
		</article>
	);
}

function AdSummary({ ad }: { ad: Ad }) {
	const place = formatPlace(ad);
	return (
		<header>
			<div className="flex items-start justify-between gap-3">
				<div className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
					{ad.price === null ? (
						<p className="font-semibold text-18 text-quiet">{adsText.askForPrice}</p>
					) : (
						<p>
							<Price price={ad.price} size="large" />
						</p>
					)}
					{ad.negotiable && <Badge variant="marigold">{adOptionsText.negotiable}</Badge>}
					{ad.state === 'sold' && <Badge variant="danger">{commonText.sold}</Badge>}
				</div>
				<AdMenu id={ad.id} title={ad.title} seller={ad.seller.user_name} what="ad" />
			</div>
			<h1 className="mt-1 text-22">{ad.title}</h1>
			{ad.state === 'hidden' && <AdStateReason state={ad.state} failure={null} />}
			<p className="mt-2 flex flex-wrap items-center gap-x-2 text-14 text-quiet">
				{place !== null && (
					<>
						<span className="inline-flex min-w-0 items-center gap-1">
							<MapPin aria-hidden className="size-4 shrink-0" />
							<span className="min-w-0">{place}</span>
						</span>
						<span aria-hidden>·</span>
					</>
				)}
				<TimeAgo time={ad.created_at} />
			</p>
			<div className="mt-3 empty:hidden">
				<AdOptions ad={ad} />
			</div>
			<Link
				to={categoryPath(ad.category)}
				className="mt-1 inline-flex min-h-11 items-center text-14 text-leaf underline underline-offset-4"
			>
				{ad.category}
			</Link>
			<div className="mt-2 flex flex-wrap gap-2">
				<LikeButton target="ads" id={ad.id} count={ad.likes} variant="button" />
				<SaveButton list="wishlist" id={ad.id} variant="button" />
				<ShareButton title={ad.title} path={adPath(ad)} what="ad" />
			</div>
		</header>
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

/** Loads an ad by its id. Redirects a video ad or a short address to the ad's own path. */
async function loadAd({ api, queryClient, params, url }: LoaderContext<{ id: string }>): Promise<Ad> {
	if (!/^[1-9]\d{0,14}$/.test(params.id)) throw data(null, { status: 404 });
	const ad = await queryClient.fetchQuery(adQuery(api, params.id));
	if (ad.format === 'video' || !/^\/feed\//i.test(url.pathname)) throw redirect(adPath(ad));
	return ad;
}

/** Returns the persisted copy of a saved ad while offline. Rethrows `error` if there is no copy or if the server responded. */
async function loadPersistedAd(
	{ api, queryClient, params }: LoaderContext<{ id: string }>,
	error: unknown,
): Promise<Ad> {
	if (!(error instanceof NetworkError)) throw error;
	const { queryKey } = adQuery(api, params.id);
	const persisted = await readPersistedQuery(queryKey, 'ad', getSession()?.id ?? null);
	if (!persisted) throw error;
	const ad = persisted.data as Ad;
	queryClient.setQueryData(queryKey, ad, { updatedAt: persisted.at });
	return ad;
}

function prefetchMoreFromSeller({ api, queryClient }: { api: Client; queryClient: QueryClient }, ad: Ad) {
	return queryClient.prefetchQuery(moreFromSellerQuery(api, ad.seller.user_name));
}
