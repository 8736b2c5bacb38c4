import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { data } from 'react-router';
import { type Category, categories } from '../../../contract/market-settings/categories.ts';
import { feedPaths } from '../../../contract/syndication/syndication.ts';
import * as adFiltersText from '../../../text/shared/ad-filters.ts';
import * as homeText from '../../../text/shared/home.ts';
import * as syndicationText from '../../../text/shared/syndication.ts';
import * as pageTitlesText from '../../../text/web/page-titles.ts';
import type { AdFilter } from '../../feed/ad-filter.ts';
import { AdList } from '../../feed/cards/ad-list.tsx';
import { categoryPath } from '../../feed/categories.tsx';
import { categoriesQuery } from '../../feed/categories-query.ts';
import {
	FilterChips,
	FilterDialogs,
	FiltersButton,
	filterButtonClasses,
	NearYouButton,
} from '../../feed/filters/filter-bar.tsx';
import { adFilterParamNames, countAdFilters, toAdFilterParams } from '../../feed/filters/params.ts';
import { parseAdFilter } from '../../feed/filters/parse.ts';
import { feedQuery } from '../../feed/queries.ts';
import { feedLinks } from '../../platform/alternate-links.ts';
import { useApi } from '../../platform/api.ts';
import { brandRouterContext } from '../../platform/brand.ts';
import { type LoaderResult, loadPage } from '../../platform/loader.ts';
import { getBrand, pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/use-lazy-component.ts';
import type { Route } from './+types/page.ts';
import { CategoryChips } from './category-chips.tsx';

// The first page shows no button, because it has no filters.
const SaveSearchButton = lazyPart(
	async () => (await import('../../saved-searches/save-search-button.tsx')).SaveSearchButton,
);

export const handle: SearchParamsHandle = { searchParams: adFilterParamNames };

export async function loader(args: Route.LoaderArgs): Promise<LoaderResult<AdFilter>> {
	const loaded = await loadPage(args, async ({ api, queryClient, url }) => {
		const filter = { ...parseAdFilter(url.searchParams), category: parseCategory(url) };
		await Promise.all([
			queryClient.fetchInfiniteQuery(feedQuery(api, filter)),
			queryClient.prefetchQuery(categoriesQuery(api)),
		]);
		return filter;
	});
	const { category } = loaded.page;
	const { name } = args.context.get(brandRouterContext);
	const [path, title] = category
		? [feedPaths.category(category), syndicationText.categoryFeedTitle(category, name)]
		: [feedPaths.market, syndicationText.marketFeedTitle(name)];
	return { ...loaded, links: feedLinks(new URL(args.request.url).origin, path, title) };
}

/**
 * Client loader that returns only the filters, so that navigation does not wait. The page loads its ads itself. The code that parses filters
 * other than the category loads only for an address that has some.
 */
export function clientLoader({
	request,
}: Route.ClientLoaderArgs): LoaderResult<AdFilter> | Promise<LoaderResult<AdFilter>> {
	const url = new URL(request.url);
	const category = parseCategory(url);
	if ([...url.searchParams.keys()].every((name) => name === 'category')) {
		return { page: { category } };
	}
	return import('../../feed/filters/parse.ts').then(({ parseAdFilter }) => ({
		page: parseAdFilter(url.searchParams),
	}));
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	const category = loaderData?.page.category;
	const { name, tagline } = getBrand(matches);
	const tags = pageMeta(matches, {
		title: category ?? name,
		description: category ? homeText.categorySummary(category, name) : homeText.summary(tagline),
		path: category ? categoryPath(category) : '/',
	});
	return [...tags, ...(loaderData?.links ?? [])];
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
	return <Feed filter={loaderData.page} />;
}

function Feed({ filter }: { filter: AdFilter }) {
	const { category } = filter;
	const query = useInfiniteQuery(feedQuery(useApi(), filter));
	const isSearch = category !== undefined || countAdFilters(filter) > 0;
	return (
		<>
			<CategoryChips filter={filter} toPath={toHomePath} />
			<div className="flex min-h-11 flex-wrap items-center gap-x-3">
				<h1 className="flex-1 basis-40 text-18 wide:text-28">
					{category ?? pageTitlesText.trending}
					{category && <AdCount category={category} />}
				</h1>
				<div className="flex shrink-0 items-center gap-1">
					<span className="hidden wide:block">
						<NearYouButton className={filterButtonClasses} />
					</span>
					{isSearch && (
						<div className="min-w-11">
							<SaveSearchButton search={filter} compact />
						</div>
					)}
					<FiltersButton filter={filter} compact />
				</div>
			</div>
			<FilterDialogs filter={filter} toPath={toHomePath} />
			<FilterChips filter={filter} toPath={toHomePath} className="mb-2" />
			<div className="wide:mt-3">
				<AdList query={query} ads={query.data} empty={<Empty filter={filter} />} end={homeText.listEnd} />
			</div>
		</>
	);
}

function toHomePath(filter: AdFilter): string {
	const params = new URLSearchParams(toAdFilterParams(filter));
	return params.size > 0 ? `/?${params}` : '/';
}

/** Number of ads in a category, in the line of the heading. */
function AdCount({ category }: { category: Category }) {
	const count = useQuery(categoriesQuery(useApi())).data?.[category];
	return (
		<span className="font-normal text-14 text-quiet tracking-normal">
			{count !== undefined && ` ${homeText.adCount(count)}`}
		</span>
	);
}

function Empty({ filter }: { filter: AdFilter }) {
	const { category } = filter;
	if (countAdFilters(filter) > 0) {
		return (
			<EmptyState
				icon={Store}
				title={adFiltersText.noAds}
				action={<ButtonLink to={toHomePath({ category })}>{adFiltersText.clearFilters}</ButtonLink>}
				hint={adFiltersText.noAdsHint}
			/>
		);
	}
	return (
		<EmptyState
			icon={Store}
			title={category ? homeText.emptyCategoryTitle(category) : homeText.emptyTitle}
			action={
				<>
					<ButtonLink to="/dashboard/market">{homeText.postFirstAd}</ButtonLink>
					{category && (
						<ButtonLink to="/" variant="quiet">
							{homeText.seeEverything}
						</ButtonLink>
					)}
				</>
			}
			hint={category ? homeText.emptyCategoryHint : homeText.emptyHint}
		/>
	);
}

/** Returns the category in the page's address; undefined for all categories. Throws a 404 for an unknown category. */
function parseCategory(url: URL): Category | undefined {
	const named = url.searchParams.get('category');
	const category = categories.find((category) => category === named);
	if (named && !category) throw data(null, { status: 404 });
	return category;
}
