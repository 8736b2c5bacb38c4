import { HydrationBoundary, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { History, Search, X } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { brand } from '../../../contract/brand.ts';
import { forgetSearch, rememberSearch, useRecentSearches } from '../../feed/recent-searches.ts';
import { type SearchFilter, searchQuery } from '../../feed/search-query.ts';
import { useApi } from '../../platform/api.ts';
import { loadOnServer } from '../../platform/loader.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AdList } from '../cards/ad-list.tsx';
import { FoundWordsProvider } from '../cards/highlighted.tsx';
import { PostItem } from '../cards/post-item.tsx';
import { SellerCard } from '../cards/seller-card.tsx';
import { searchAddress } from '../search-address.ts';
import type { Route } from './+types/page.ts';
import { filtersSet, searchIn } from './filter.ts';
import { SearchForm } from './search-form.tsx';

export function loader(args: Route.LoaderArgs) {
	return loadOnServer(args, async ({ api, queries, url }) => {
		const filter = searchIn(url.searchParams);
		if (filter.q !== '') await queries.fetchInfiniteQuery(searchQuery(api, filter));
		return filter;
	});
}

/** In the browser the page is there at once and loads what was found in place. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
	return { page: searchIn(new URL(request.url).searchParams), state: null };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	const q = loaderData?.page.q ?? '';
	return pageMeta(matches, {
		title: q === '' ? 'Search' : `${q}: search`,
		description: `Find ads, tweets, talks and sellers on ${brand.name}.`,
		path: '/search',
		hidden: true,
	});
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
	const filter = loaderData.page;
	return (
		<HydrationBoundary state={loaderData.state}>
			<h1 className="text-22 wide:text-28">Search</h1>
			<SearchForm filter={filter} />
			<Results filter={filter} />
		</HydrationBoundary>
	);
}

/** Milliseconds that words stand until they count as looked for. */
const settled = 1500;

function Results({ filter }: { filter: SearchFilter }) {
	const { q } = filter;
	const query = useInfiniteQuery({ ...searchQuery(useApi(), filter), placeholderData: keepPreviousData });
	const pages = q === '' ? undefined : query.data?.pages;
	const first = pages?.[0];
	const ads = pages?.flatMap((page) => page.ads.items);
	const beside = (first?.people.length ?? 0) + (first?.posts.length ?? 0);

	useEffect(() => {
		if (q === '') return;
		const timer = setTimeout(() => rememberSearch(q), settled);
		return () => clearTimeout(timer);
	}, [q]);

	return (
		<>
			{/* Always there, so that screen readers hear it change. */}
			<p role="status" className="mt-3 min-h-5 text-14 text-quiet">
				{first && countOf(ads?.length ?? 0, query.hasNextPage, first.people.length, first.posts.length)}
			</p>
			{q === '' ? (
				<Start />
			) : (
				<FoundWordsProvider value={first?.words ?? []}>
					<div className="mt-2 flex flex-col gap-6">
						{first && first.people.length > 0 && (
							<section aria-label="Sellers" className="grid gap-3 wide:grid-cols-2">
								{first.people.map((person) => (
									<SellerCard key={person.id} seller={person} />
								))}
							</section>
						)}
						<AdList
							query={query}
							ads={ads}
							empty={beside > 0 && !isNarrowed(filter) ? null : <Nothing filter={filter} />}
							end="That is everything that matches."
						/>
						{first && first.posts.length > 0 && (
							<section aria-label="Tweets and talks" className="flex flex-col gap-3">
								<h2 className="text-18">Tweets and talks</h2>
								{first.posts.map((post) => (
									<PostItem key={post.id} post={post} />
								))}
							</section>
						)}
					</div>
				</FoundWordsProvider>
			)}
		</>
	);
}

function countOf(ads: number, more: boolean, people: number, posts: number): string {
	const several = (count: number, word: string) => (count > 0 ? `${count} ${word}${count === 1 ? '' : 's'}` : '');
	const found = [more ? `${ads} ads and more` : several(ads, 'ad'), several(people, 'seller'), several(posts, 'post')];
	return found.filter(Boolean).join(', ') || 'Nothing found';
}

/** Before anything is typed: what was looked for on this device. */
function Start() {
	const searches = useRecentSearches();
	if (searches.length === 0) {
		return (
			<EmptyState icon={<Search className="size-8" />} title="What are you looking for?">
				<p>A product, a place, a seller. A letter too many or too few does no harm.</p>
			</EmptyState>
		);
	}
	return (
		<section aria-labelledby="recent">
			<h2 id="recent" className="mb-1 text-18">
				Recent searches
			</h2>
			<ul className="max-w-xl divide-y divide-line">
				{searches.map((words) => (
					<li key={words} className="flex items-center gap-2">
						<Link
							to={searchAddress(words)}
							className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-control px-2 hover:bg-sunken"
						>
							<History aria-hidden className="size-5 shrink-0 text-quiet" />
							<span className="truncate">{words}</span>
						</Link>
						<IconButton label={`Forget "${words}"`} onClick={() => forgetSearch(words)}>
							<X aria-hidden className="size-5" />
						</IconButton>
					</li>
				))}
			</ul>
		</section>
	);
}

function isNarrowed(filter: SearchFilter): boolean {
	return filtersSet(filter) > 0 || filter.category !== null;
}

function Nothing({ filter }: { filter: SearchFilter }) {
	const narrowed = isNarrowed(filter);
	return (
		<EmptyState
			icon={<Search className="size-8" />}
			title={`${narrowed ? 'No ads like this' : 'Nothing found'} for "${filter.q}"`}
			action={
				narrowed ? (
					<ButtonLink to={searchAddress(filter.q)}>Look without filters</ButtonLink>
				) : (
					<ButtonLink to="/">See what is trending</ButtonLink>
				)
			}
		>
			<p>{narrowed ? 'Try it with fewer filters.' : 'Try fewer or other words.'}</p>
		</EmptyState>
	);
}
