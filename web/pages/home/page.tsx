import { HydrationBoundary, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { data, Link } from 'react-router';
import { brand } from '../../../contract/brand.ts';
import { type Category, categories } from '../../../contract/categories.ts';
import * as dataSaverText from '../../../contract/text/data-saver.ts';
import * as homeText from '../../../contract/text/home.ts';
import * as pageTitlesText from '../../../contract/text/page-titles.ts';
import { categoriesQuery } from '../../feed/categories-query.ts';
import { feedQuery } from '../../feed/queries.ts';
import { useApi } from '../../platform/api.ts';
import { loadOnServer } from '../../platform/loader.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useReducedData } from '../../ui/reduced-data.ts';
import { categoryPath } from '../categories.tsx';
import { AdList } from '../item-cards/ad-list.tsx';
import type { Route } from './+types/page.ts';
import { CategoryChips } from './category-chips.tsx';

export const handle: SearchParamsHandle = { searchParams: ['category'] };

export function loader(args: Route.LoaderArgs) {
	return loadOnServer(args, async ({ api, queryClient, url }) => {
		const category = parseCategory(url);
		const counts = category && queryClient.prefetchQuery(categoriesQuery(api));
		await Promise.all([queryClient.fetchInfiniteQuery(feedQuery(api, category)), counts]);
		return { category };
	});
}

/** Client loader that returns only the category, so that navigation does not wait. The page loads its ads itself. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
	return { page: { category: parseCategory(new URL(request.url)) }, state: null };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	const category = loaderData?.page.category ?? null;
	return pageMeta(matches, {
		title: category ?? brand.name,
		description: category ? homeText.categorySummary(category) : homeText.summary,
		path: category ? categoryPath(category) : '/',
	});
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
	return (
		<HydrationBoundary state={loaderData.state}>
			<Feed category={loaderData.page.category} />
		</HydrationBoundary>
	);
}

function Feed({ category }: { category: Category | null }) {
	const query = useInfiniteQuery(feedQuery(useApi(), category));
	return (
		<>
			<div className="flex items-start justify-between gap-3">
				<h1 className="text-22 wide:text-28">
					{category ?? pageTitlesText.trending}
					{category && <AdCount category={category} />}
				</h1>
				{/* Wide screens have the data saver link in the rail. */}
				<Link
					to="/data-saver"
					className={classes(
						'-my-1.5 inline-flex min-h-11 shrink-0 items-center text-14 underline wide:hidden',
						useReducedData() ? 'text-leaf' : 'text-quiet',
					)}
				>
					{dataSaverText.title}
				</Link>
			</div>
			<CategoryChips chosen={category} />
			<div className="mt-2 wide:mt-5">
				<AdList query={query} ads={query.data} empty={<Empty category={category} />} end={homeText.listEnd} />
			</div>
		</>
	);
}

/** Number of ads in a category. Its line is reserved before the number loads. */
function AdCount({ category }: { category: Category }) {
	const count = useQuery(categoriesQuery(useApi())).data?.[category];
	return (
		<span className="block min-h-5 font-normal text-14 text-quiet leading-5 tracking-normal">
			{count !== undefined && ` ${homeText.adCount(count)}`}
		</span>
	);
}

function Empty({ category }: { category: Category | null }) {
	return (
		<EmptyState
			icon={<Store className="size-8" />}
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
		>
			<p>{category ? homeText.emptyCategoryHint : homeText.emptyHint}</p>
		</EmptyState>
	);
}

/** Returns the category in the page's address; null for all categories. Throws a 404 for an unknown category. */
function parseCategory(url: URL): Category | null {
	const named = url.searchParams.get('category');
	const category = named ? categories.find((category) => category === named) : null;
	if (category === undefined) throw data(null, { status: 404 });
	return category;
}
