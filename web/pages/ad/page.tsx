import { useQuery } from '@tanstack/react-query';
import { ImageOff, MapPin } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { data, Link, type MetaDescriptor, useLocation, useNavigate } from 'react-router';
import type { Ad, AdCard } from '../../../contract/ads/ads.ts';
import { type Client, NetworkError } from '../../../contract/core/client.ts';
import { sharePicturePaths } from '../../../contract/core/page-paths.ts';
import * as adOptionsText from '../../../text/shared/ad-options.ts';
import * as adsText from '../../../text/shared/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as adPageText from '../../../text/web/ad-page.ts';
import { getSession, useSession } from '../../accounts/session.ts';
import { AdOptions } from '../../ads/ad-options.tsx';
import { Gallery } from '../../ads/gallery.tsx';
import { adPath } from '../../ads/paths.ts';
import { formatPlace } from '../../ads/place.ts';
import { buildProductJsonLd, shortenDescription } from '../../ads/product-json-ld.ts';
import { adQuery } from '../../ads/queries.ts';
import { findTappedCard } from '../../ads/tapped-card.ts';
import { useSharperSizes } from '../../ads/use-sharper-sizes.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import type { DraftedQuestion } from '../../comments/composer.tsx';
import { ContactSkeleton } from '../../contacts/contact-bar.tsx';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { categoryPath } from '../../feed/categories.tsx';
import { moreFromSellerQuery } from '../../feed/seller-queries.ts';
import { oembedLinks } from '../../platform/alternate-links.ts';
import { useApi } from '../../platform/api.ts';
import { isApiError } from '../../platform/api-error.ts';
import { type LoaderContext, loadPage, requirePath } from '../../platform/loader.ts';
import { getBrand, pageMeta, useTitle } from '../../platform/page-meta.ts';
import { buildPersistMeta, readPersistedQuery } from '../../platform/persisted-queries.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { Badge } from '../../ui/badge.tsx';
import { pagePart } from '../../ui/lazy-component.ts';
import { Price } from '../../ui/price.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/page.ts';

export const handle: LayoutHandle = { Rail: null };

/** Width of the gallery, as a `sizes` attribute. */
const gallerySizes = '(min-width: 1440px) 660px, (min-width: 1027px) calc(58vw - 185px), 100vw';

const loadDetails = () => import('./ad-details.tsx');
const AdDetails = pagePart(async () => (await loadDetails()).AdDetails);
const AdActions = pagePart(async () => (await loadDetails()).AdActions);
const AdMoreMenu = pagePart(async () => (await loadDetails()).AdMoreMenu);
const AdSequel = pagePart(async () => (await loadDetails()).AdSequel);

/** What is known of an ad when its page opens. */
interface KnownAd {
	/** The ad itself, or the card that was tapped. */
	ad: Ad | AdCard;
	/** The `sizes` attribute of the picture of the card that was tapped; null without a card. */
	listedSizes: string | null;
}

/** What search engines and link previews read in the document. A navigation in the browser does not need it. */
interface CrawledData {
	description: string;
	jsonLd: ReturnType<typeof buildProductJsonLd>;
	/** Links to the oEmbed description. */
	links: MetaDescriptor[];
}

interface AdPageData extends KnownAd {
	/** Null in the browser. */
	crawled: CrawledData | null;
}

export function loader(args: Route.LoaderArgs) {
	return loadPage(args, async (context): Promise<AdPageData> => {
		const ad = await loadAd(context);
		await context.queryClient.prefetchQuery(moreFromSellerQuery(context.api, ad.seller.user_name));
		const description = shortenDescription(`${ad.price === null ? '' : `${ad.price} · `}${ad.description}`);
		const { origin } = context.url;
		const links = oembedLinks(origin, adPath(ad), ad.title);
		const crawled = { description, jsonLd: buildProductJsonLd(ad, origin), links };
		return { ad, listedSizes: null, crawled };
	});
}

/** Client loader that does not wait for the ad if it is known. The page then loads the ad itself. */
export function clientLoader(args: Route.ClientLoaderArgs) {
	// The code of the details loads beside the ad. Rendering retries if this fails.
	loadDetails().catch(() => {});
	return loadPage(args, async (context): Promise<AdPageData> => {
		const known = findKnownAd(context);
		if (known) {
			void context.queryClient.prefetchQuery(
				persistedAdQuery(context.api, context.params.id, getSession()?.id ?? null),
			);
			return { ...known, crawled: null };
		}
		const ad = await loadAd(context).catch((error: unknown) => loadPersistedAd(context, error));
		return { ad, listedSizes: null, crawled: null };
	});
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	if (!loaderData) return [{ title: getBrand(matches).name }];
	const { ad, crawled } = loaderData.page;
	const head = { title: ad.title, path: adPath(ad), picture: sharePicturePaths.ad(ad.id), type: 'product' };
	return [
		...pageMeta(matches, crawled ? { ...head, description: crawled.description } : head),
		...(crawled ? [{ 'script:ld+json': crawled.jsonLd }, ...crawled.links] : []),
	];
}

export default function AdPage({ loaderData, params }: Route.ComponentProps) {
	return <AdView key={params.id} id={params.id} known={loaderData.page} />;
}

function AdView({ id, known }: { id: string; known: KnownAd }) {
	const options = persistedAdQuery(useApi(), id, useSession()?.id ?? null);
	// The loader has begun the request. If it has failed by now, another one would only delay the error.
	const query = useQuery({ ...options, retryOnMount: false });
	const [question, setQuestion] = useState<DraftedQuestion | null>(null);
	const ad = query.data ?? known.ad;
	const isMissing = isApiError(query.error) && query.error.status === 404;
	useReload(isMissing);
	useTitle(ad.title);
	return (
		<article className="mx-auto max-w-6xl">
			<div className="grid grid-cols-1 gap-5 wide:grid-cols-[minmax(0,7fr)_minmax(20rem,5fr)] wide:gap-10">
				<div className="-mx-4 -mt-4 md:mx-0 md:mt-0">
					<AdPictures ad={ad} listedSizes={known.listedSizes} />
				</div>
				<div className="flex min-w-0 flex-col gap-5 wide:sticky wide:top-8 wide:self-start">
					<AdSummary ad={ad} />
					<QueryBoundary
						query={query}
						loading={adPageText.loading}
						skeleton={<DetailsSkeleton ad={ad} />}
						failure={adPageText.loadFailed}
						// The router's error page replaces the ad.
						renderRejection={() => (isMissing ? <DetailsSkeleton ad={ad} /> : undefined)}
					>
						{(ad) => (
							<Suspense fallback={<DetailsSkeleton ad={ad} />}>
								<AdDetails ad={ad} onAsk={(text) => setQuestion({ text })} />
							</Suspense>
						)}
					</QueryBoundary>
				</div>
			</div>
			{query.data && (
				<Suspense>
					<AdSequel ad={query.data} question={question} />
				</Suspense>
			)}
		</article>
	);
}

/** Reloads the page's data once if the ad turns out to be missing, so that the router shows its error page. */
function useReload(isMissing: boolean) {
	const navigate = useNavigate();
	const location = useLocation();
	const hasReloaded = useRef(false);
	useEffect(() => {
		if (!isMissing || hasReloaded.current) return;
		hasReloaded.current = true;
		void navigate(location, { replace: true, preventScrollReset: true, state: location.state });
	}, [isMissing, navigate, location]);
}

function AdPictures({ ad, listedSizes }: KnownAd) {
	const { cover, title } = ad;
	const pictures = 'gallery' in ad ? ad.gallery : cover ? [cover] : [];
	const coverSizes = useSharperSizes(cover, gallerySizes, listedSizes);
	if (pictures.length > 0)
		return <Gallery pictures={pictures} title={title} sizes={gallerySizes} firstSizes={coverSizes} />;
	return (
		<div className="flex aspect-4/3 items-center justify-center bg-sunken text-quiet md:rounded-card">
			<ImageOff aria-hidden className="size-10" />
		</div>
	);
}

/** Placeholder of the details on a phone, and of their beginning on a larger screen. */
function DetailsSkeleton({ ad }: { ad: AdCard }) {
	return (
		<div className="flex flex-col gap-5">
			<ContactSkeleton state={ad.state} seller={ad.seller.user_name} />
			<Skeleton className="h-17" />
			<Skeleton className="h-40" />
		</div>
	);
}

function AdSummary({ ad }: { ad: AdCard }) {
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
				<Suspense fallback={<span className="w-11 shrink-0" />}>
					<AdMoreMenu ad={ad} />
				</Suspense>
			</div>
			<h1 className="mt-1 text-22">{ad.title}</h1>
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
			<div className="mt-2 min-h-11">
				<Suspense fallback={<Skeleton className="h-11 max-w-72" />}>
					<AdActions ad={ad} />
				</Suspense>
			</div>
		</header>
	);
}

function persistedAdQuery(api: Client, id: string, account: number | null) {
	return { ...adQuery(api, id), meta: buildPersistMeta(account, 'ad') };
}

/**
 * Finds a picture ad that is opened by its own path: its data from an earlier visit, or the card that was tapped. Null if its last request
 * has failed, so that the loader waits and reports the failure.
 */
function findKnownAd({ api, queryClient, params, url }: LoaderContext<{ id: string }>): KnownAd | null {
	const state = queryClient.getQueryState(adQuery(api, params.id).queryKey);
	const card = findTappedCard(queryClient, params.id, 'image');
	const ad = state?.data ?? card?.ad;
	if (!ad || state?.error) return null;
	requirePath(url, adPath(ad));
	return { ad, listedSizes: state?.data ? null : (card?.sizes ?? null) };
}

/** Loads an ad by its id. Redirects another path to the ad's own. */
async function loadAd({ api, queryClient, params, url }: LoaderContext<{ id: string }>): Promise<Ad> {
	if (!/^[1-9]\d{0,14}$/.test(params.id)) throw data(null, { status: 404 });
	const ad = await queryClient.fetchQuery(adQuery(api, params.id));
	requirePath(url, adPath(ad));
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
