import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { data, Link } from 'react-router';
import * as limits from '../../../contract/core/limits.ts';
import { profilePath } from '../../../contract/core/page-paths.ts';
import { categories } from '../../../contract/market-settings/categories.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as shopText from '../../../text/shared/shop.ts';
import * as searchText from '../../../text/web/search.ts';
import { profileQuery } from '../../accounts/queries.ts';
import { useSession } from '../../accounts/session.ts';
import { buildAdListJsonLd } from '../../ads/ad-list-json-ld.ts';
import { readTextParam } from '../../data/url-params.ts';
import { AdList } from '../../feed/cards/ad-list.tsx';
import { type ShopFilter, shopAdsQuery, shopCountsQuery } from '../../feed/shop-queries.ts';
import { useApi } from '../../platform/api.ts';
import { formatCount } from '../../platform/format-count.ts';
import { loadPage } from '../../platform/loader.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useCenteredCurrentLink } from '../../ui/use-centered-current-link.ts';
import type { Route } from './+types/shop.ts';
import { profileMeta } from './profile-meta.ts';
import { OwnEmptyShop } from './shop-empty.tsx';
import { ShopHeading } from './shop-heading.tsx';
import { shopPath } from './shop-path.ts';

export const handle: SearchParamsHandle = { searchParams: ['q', 'category'] };

export function loader(args: Route.LoaderArgs) {
	return loadPage(args, async ({ api, queryClient, params, url }) => {
		const filter = parseFilter(url);
		const [{ pages }] = await Promise.all([
			queryClient.fetchInfiniteQuery(shopAdsQuery(api, params.user_name, filter)),
			queryClient.prefetchQuery(shopCountsQuery(api, params.user_name, filter.q)),
		]);
		const ads = pages.flatMap(({ items }) => items);
		return { filter, list: buildAdListJsonLd(ads, url.origin) };
	});
}

/** Client loader that returns only the filter, so that navigation does not wait. The page loads its ads itself. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
	return { page: { filter: parseFilter(new URL(request.url)), list: undefined } };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	// `matches` holds the root, the app layout, the profile layout and this page.
	const [, , layout] = matches;
	return profileMeta(matches, layout.loaderData, {
		tab: '/shop',
		title: shopText.pageTitle,
		hidden: loaderData !== undefined && loaderData.page.filter.q !== '',
		list: loaderData?.page.list,
	});
}

export default function ProfileShop({ loaderData, params }: Route.ComponentProps) {
	return <Shop userName={params.user_name} filter={loaderData.page.filter} />;
}

function Shop({ userName, filter }: { userName: string; filter: ShopFilter }) {
	const api = useApi();
	const query = useInfiniteQuery(shopAdsQuery(api, userName, filter));
	const { data: seller } = useSuspenseQuery(profileQuery(api, userName));
	const isOwn = useSession()?.id === seller.id;
	return (
		<section aria-labelledby="for-sale">
			<ShopHeading userName={userName} filter={filter} isOwn={isOwn} />
			<CategoryChips userName={userName} filter={filter} />
			<Found userName={userName} filter={filter} />
			<div className="mt-2">
				<AdList
					query={query}
					ads={query.data}
					empty={<Empty userName={userName} filter={filter} isOwn={isOwn} />}
					end={shopText.listEnd}
				/>
			</div>
		</section>
	);
}

function useCounts(userName: string, q: string) {
	return useQuery({
		...shopCountsQuery(useApi(), userName, q),
		// The categories stay while those of another search load.
		placeholderData: (counts, before) => (before?.queryKey[1] === userName ? counts : undefined),
	});
}

/** Number of items found, whose line is reserved before it loads, and a link that ends the search. */
function Found({ userName, filter: { q, category } }: { userName: string; filter: ShopFilter }) {
	const { data: counts, isPlaceholderData } = useCounts(userName, q);
	const ofCategory = counts?.categories.find((counted) => counted.category === category)?.ads ?? 0;
	const found = isPlaceholderData ? undefined : counts && (category ? ofCategory : counts.for_sale);
	const mayBeMore = q !== '' && counts !== undefined && counts.for_sale >= limits.countedAds;
	return (
		<div className="mt-2 flex flex-wrap items-center gap-x-1">
			<p role="status" className="min-h-5 text-14 text-quiet">
				{found !== undefined && (mayBeMore ? shopText.itemsOrMore(found) : shopText.items(found))}
			</p>
			{q !== '' && (
				<Link
					to={shopPath(userName, { category })}
					preventScrollReset
					className="inline-flex min-h-11 items-center rounded-control px-2 font-semibold text-14 text-leaf hover:bg-leaf-soft"
				>
					{shopText.clearSearch}
				</Link>
			)}
		</div>
	);
}

/** Links to the categories in which the seller has ads, or in which a search found some. */
function CategoryChips({ userName, filter: { q, category } }: { userName: string; filter: ShopFilter }) {
	const { data: counts } = useCounts(userName, q);
	const row = useCenteredCurrentLink<HTMLUListElement>(category ?? null);
	const counted = counts?.categories ?? [];
	const listed =
		category && counted.every((one) => one.category !== category) ? [...counted, { category, ads: 0 }] : counted;
	if (listed.length < 2 && category === undefined) return null;
	return (
		<nav aria-label={shopText.categories} className="-mx-4 mt-1">
			<ul
				ref={row}
				className="relative flex gap-2 overflow-x-auto px-4 py-2 [scrollbar-width:none] wide:[scrollbar-width:thin]"
			>
				<Chip to={shopPath(userName, { q })} current={category === undefined}>
					{commonText.all}
				</Chip>
				{listed.map(({ category: name, ads }) => (
					<Chip
						key={name}
						to={shopPath(userName, { q, category: name as ShopFilter['category'] })}
						current={name === category}
					>
						{name}
						<span className="text-12 tabular-nums">
							<RichText
								text={shopText.categoryCount(formatCount(ads))}
								tags={{ unseen: (words) => <span className="sr-only">{words}</span> }}
							/>
						</span>
					</Chip>
				))}
			</ul>
		</nav>
	);
}

function Chip({ to, current, children }: { to: string; current: boolean; children: ReactNode }) {
	return (
		<li className="shrink-0">
			<Link
				to={to}
				preventScrollReset
				aria-current={current ? 'page' : undefined}
				className={classes(
					'inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full px-4 text-14 transition-colors',
					current ? 'bg-leaf font-semibold text-on-leaf' : 'bg-card shadow-soft hover:text-leaf',
				)}
			>
				{children}
			</Link>
		</li>
	);
}

function Empty({ userName, filter: { q, category }, isOwn }: { userName: string; filter: ShopFilter; isOwn: boolean }) {
	const seeAll = (
		<ButtonLink to={shopPath(userName)} preventScrollReset variant="quiet">
			{shopText.seeAllItems}
		</ButtonLink>
	);
	if (q !== '') {
		return <EmptyState icon={Store} title={shopText.noMatches(q)} action={seeAll} hint={searchText.otherWordsHint} />;
	}
	if (category) {
		return (
			<EmptyState
				icon={Store}
				title={shopText.noneInCategory(category)}
				action={seeAll}
				hint={shopText.noneInCategoryHint}
			/>
		);
	}
	if (isOwn) return <OwnEmptyShop userName={userName} />;
	return (
		<EmptyState
			icon={Store}
			title={shopText.emptyTitle}
			action={
				<ButtonLink to={profilePath(userName)} preventScrollReset variant="quiet">
					{shopText.seePosts}
				</ButtonLink>
			}
			hint={shopText.emptyHint}
		/>
	);
}

/** Parses the filter of the page's address. Throws a 404 for an unknown category. */
function parseFilter({ searchParams }: URL): ShopFilter {
	const named = searchParams.get('category');
	const category = categories.find((category) => category === named);
	if (named && !category) throw data(null, { status: 404 });
	return { q: readTextParam(searchParams, 'q', limits.search), category };
}
