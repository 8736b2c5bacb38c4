import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, History, Search, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useMemo } from 'react';
import { Link, useLocation } from 'react-router';
import type { Person } from '../../../contract/accounts/accounts.ts';
import type { SearchKind } from '../../../contract/feed/feed.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as feedText from '../../../text/web/feed.ts';
import * as searchText from '../../../text/web/search.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { dedupePagesById } from '../../data/items.ts';
import { AdGrid, AdList } from '../../feed/cards/ad-list.tsx';
import { HighlightContext } from '../../feed/cards/highlighted.tsx';
import { PostItem } from '../../feed/cards/post-item.tsx';
import { PostList } from '../../feed/cards/post-list.tsx';
import { SellerCard } from '../../feed/cards/seller-card.tsx';
import { countAdFilters } from '../../feed/filters/params.ts';
import { addRecentSearch, removeRecentSearch, useRecentSearches } from '../../feed/recent-searches.ts';
import { parseSearch, searchKindPath, searchParamNames } from '../../feed/search-filter.ts';
import { searchPath } from '../../feed/search-path.ts';
import { type SearchResults as FoundPage, type SearchFilter, searchQuery } from '../../feed/search-query.ts';
import { useApi } from '../../platform/api.ts';
import { loadPage } from '../../platform/loader.ts';
import { getBrand, pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { getTabClasses } from '../../ui/tab-classes.ts';
import { lazyPart } from '../../ui/use-lazy-component.ts';
import type { Route } from './+types/page.ts';
import { highlightWords } from './highlight-words.tsx';
import { SearchForm } from './search-form.tsx';

const RecentlyViewed = lazyPart(async () => (await import('../../feed/recently-viewed-ads.tsx')).RecentlyViewed);

export const handle: SearchParamsHandle = { searchParams: searchParamNames };

export function loader(args: Route.LoaderArgs) {
	return loadPage(args, async ({ api, queryClient, url }) => {
		const filter = parseSearch(url.searchParams);
		if (filter.q !== '') await queryClient.fetchInfiniteQuery(searchQuery(api, filter));
		return filter;
	});
}

/** Client loader that returns only the filter, so that navigation does not wait. The page loads its results itself. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
	return { page: parseSearch(new URL(request.url).searchParams) };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	const q = loaderData?.page.q ?? '';
	return pageMeta(matches, {
		title: q === '' ? commonText.search : searchText.resultsTitle(q),
		description: searchText.summary(getBrand(matches).name),
		path: '/search',
		hidden: true,
	});
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
	const filter = loaderData.page;
	return (
		<>
			{/* On small screens, the search field in the top bar takes the place of the heading. */}
			<h1 className="text-28 max-wide:sr-only">{commonText.search}</h1>
			<SearchForm filter={filter}>
				<KindTabs chosen={filter.kind} />
			</SearchForm>
			<Results filter={filter} />
		</>
	);
}

function KindTabs({ chosen }: { chosen: SearchKind | null }) {
	return (
		<nav aria-label={searchText.kinds} className="-mt-4 flex flex-wrap border-line border-b wide:mt-2">
			<KindLink kind={null} current={chosen === null}>
				{searchText.everything}
			</KindLink>
			{Object.entries(searchText.kindNames).map(([kind, label]) => (
				<KindLink key={kind} kind={kind as SearchKind} current={kind === chosen}>
					{label}
				</KindLink>
			))}
		</nav>
	);
}

interface KindLinkProps {
	kind: SearchKind | null;
	current: boolean;
	children: string;
}

function KindLink({ kind, current, children }: KindLinkProps) {
	return (
		<Link
			to={useKindPath()(kind)}
			// `typed` tells the search form to keep its input.
			state={{ typed: true }}
			preventScrollReset
			aria-current={current ? 'page' : undefined}
			className={getTabClasses(current, 'px-2 text-14 sm:px-4 sm:text-16')}
		>
			{children}
		</Link>
	);
}

function useKindPath(): (kind: SearchKind | null) => string {
	const { search } = useLocation();
	return (kind) => searchKindPath(new URLSearchParams(search), kind);
}

/** Milliseconds after which an unchanged search is stored as recent. */
const searchSaveDelay = 1500;

function Results({ filter }: { filter: SearchFilter }) {
	const { q, kind } = filter;
	const query = useInfiniteQuery({
		...searchQuery(useApi(), filter),
		// The previous results stay while the next results load. Results of another kind would look like no results.
		placeholderData: (found, before) => (before?.queryKey[1] === kind ? found : undefined),
	});
	const pages = q === '' ? undefined : query.data?.pages;
	const words = pages?.[0]?.words;
	const highlight = useMemo(() => highlightWords(words ?? []), [words]);

	useEffect(() => {
		if (q === '') return;
		const timer = setTimeout(() => addRecentSearch(q), searchSaveDelay);
		return () => clearTimeout(timer);
	}, [q]);

	return (
		<>
			{/* The status element always renders, so that screen readers announce its changes. */}
			<p role="status" className="mt-2 min-h-5 text-14 text-quiet wide:mt-3">
				{pages && (describeCounts(pages, kind ?? 'ads') || (!query.isPlaceholderData && searchText.nothingFound))}
			</p>
			{q === '' ? (
				<>
					<RecentSearches />
					<RecentlyViewed />
				</>
			) : (
				<HighlightContext value={highlight}>
					<div className="mt-2">
						{kind === null ? (
							<AllResults query={query} pages={pages} empty={<NoResults filter={filter} />} />
						) : (
							<ResultList kind={kind} query={query} pages={pages} empty={<NoResults filter={filter} />} />
						)}
					</div>
				</HighlightContext>
			)}
		</>
	);
}

interface ResultListProps {
	kind: SearchKind;
	query: ComponentProps<typeof InfiniteList>['query'];
	pages: readonly FoundPage[] | undefined;
	empty: ReactNode;
}

function ResultList({ kind, query, pages, empty }: ResultListProps) {
	const { end } = searchText;
	if (kind === 'ads') {
		return (
			<AdList
				query={query}
				ads={pages && dedupePagesById({ pages: pages.map(({ ads }) => ads) })}
				empty={empty}
				end={end}
			/>
		);
	}
	if (kind === 'posts') {
		const posts = pages && dedupePagesById({ pages: pages.map((page) => page.posts) });
		return (
			<section aria-label={searchText.kindNames.posts} className="max-w-2xl">
				<PostList query={query} posts={posts} what={searchText.kindWords.posts} empty={empty} end={end} />
			</section>
		);
	}
	const people = pages && dedupePagesById({ pages: pages.map((page) => page.people) });
	return (
		<section aria-label={searchText.kindNames.people}>
			<InfiniteList
				query={query}
				items={people}
				loading={feedText.loading(searchText.kindWords.people)}
				skeleton={<PeopleSkeletons />}
				failure={feedText.loadFailed(searchText.kindWords.people)}
				empty={empty}
				end={end}
			>
				{(people) => <People people={people} />}
			</InfiniteList>
		</section>
	);
}

/** Number of ads above the people and posts. It fills the rows of two, three and four columns. */
const firstAdsCount = 12;

/** Shows the first ads, then a few people and posts with links to all of them, then the other ads. */
function AllResults({ query, pages, empty }: Omit<ResultListProps, 'kind'>) {
	const ads = pages && dedupePagesById({ pages: pages.map((page) => page.ads) });
	const first = pages?.[0];
	const others = first && first.people.items.length + first.posts.items.length > 0 && <OtherMatches page={first} />;
	return (
		<InfiniteList
			query={query}
			items={ads}
			loading={feedText.loading(feedText.ads)}
			skeleton={<AdGrid ads={[]} skeletons={12} />}
			failure={feedText.loadFailed(feedText.ads)}
			empty={others || empty}
			end={searchText.end}
		>
			{(ads) => (
				<div className="flex flex-col gap-6">
					<AdGrid ads={ads.slice(0, firstAdsCount)} first />
					{others}
					{ads.length > firstAdsCount && (
						<AdGrid ads={ads.slice(firstAdsCount)} skeletons={query.isFetchingNextPage ? 4 : 0} />
					)}
				</div>
			)}
		</InfiniteList>
	);
}

/** A few people and posts, with links to all of them. */
function OtherMatches({ page: { people, posts } }: { page: FoundPage }) {
	return (
		<div className="flex flex-col gap-6">
			{people.items.length > 0 && (
				<MatchSection kind="people" more={people.next_cursor !== null}>
					<People people={people.items} />
				</MatchSection>
			)}
			{posts.items.length > 0 && (
				<MatchSection kind="posts" more={posts.next_cursor !== null}>
					<ul className="flex max-w-2xl flex-col gap-3">
						{posts.items.map((post) => (
							<li key={post.id} className="empty:hidden">
								<PostItem post={post} />
							</li>
						))}
					</ul>
				</MatchSection>
			)}
		</div>
	);
}

interface MatchSectionProps {
	kind: 'people' | 'posts';
	more: boolean;
	children: ReactNode;
}

function MatchSection({ kind, more, children }: MatchSectionProps) {
	const address = useKindPath();
	return (
		<section aria-labelledby={kind}>
			<div className="mb-2 flex min-h-11 items-center justify-between gap-3">
				<h2 id={kind} className="text-18">
					{searchText.kindNames[kind]}
				</h2>
				{more && (
					<Link
						to={address(kind)}
						className="-mr-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-semibold text-14 text-leaf hover:bg-leaf-soft"
					>
						{searchText.seeAll[kind]}
						<ChevronRight aria-hidden className="size-4.5" />
					</Link>
				)}
			</div>
			{children}
		</section>
	);
}

const peopleGrid = 'grid gap-3 wide:grid-cols-2';

function People({ people }: { people: readonly Person[] }) {
	return (
		<ul className={peopleGrid}>
			{people.map((person) => (
				<li key={person.id} className="min-w-0">
					<SellerCard seller={person} />
				</li>
			))}
		</ul>
	);
}

function PeopleSkeletons() {
	return (
		<div className={peopleGrid}>
			{['first', 'second', 'third', 'fourth'].map((key) => (
				<Skeleton key={key} className="h-17 rounded-card" />
			))}
		</div>
	);
}

/** Describes the number of results, such as '24 ads and more, 1 person, 2 posts'; empty without results. */
function describeCounts(pages: readonly FoundPage[], listed: SearchKind): string {
	const parts = (['ads', 'people', 'posts'] as const).flatMap((kind) => {
		const count = dedupePagesById<{ id: number }>({ pages: pages.map((page) => page[kind]) }).length;
		// People and posts beside the ads come with the first page of ads.
		const more = pages.at(kind === listed ? -1 : 0)?.[kind].next_cursor != null;
		return count === 0 ? [] : searchText.found(kind, count, more);
	});
	return parts.join(', ');
}

/** Shows recent searches before the user types. */
function RecentSearches() {
	const searches = useRecentSearches();
	if (searches.length === 0) {
		return <EmptyState icon={Search} title={searchText.startTitle} hint={searchText.startHint} />;
	}
	return (
		<section aria-labelledby="recent">
			<h2 id="recent" className="mb-1 text-18">
				{searchText.recent}
			</h2>
			<ul className="max-w-xl divide-y divide-line">
				{searches.map((words) => (
					<li key={words} className="flex items-center gap-2">
						<Link
							to={searchPath(words)}
							className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-control px-2 hover:bg-sunken"
						>
							<History aria-hidden className="size-5 shrink-0 text-quiet" />
							<span className="truncate">{words}</span>
						</Link>
						<IconButton label={searchText.removeRecent(words)} onClick={() => removeRecentSearch(words)}>
							<X aria-hidden className="size-5" />
						</IconButton>
					</li>
				))}
			</ul>
		</section>
	);
}

function NoResults({ filter }: { filter: SearchFilter }) {
	const { q, kind } = filter;
	const narrowed = countAdFilters(filter) > 0 || filter.category !== undefined;
	const title = narrowed
		? searchText.noAdsFor(q)
		: kind === null
			? searchText.nothingFoundFor(q)
			: searchText.noneOfKindFor(kind, q);
	return (
		<EmptyState
			icon={Search}
			title={title}
			action={
				narrowed ? (
					<ButtonLink to={searchPath(q)}>{searchText.removeFilters}</ButtonLink>
				) : kind !== null ? (
					<ButtonLink to={searchPath(q)}>{searchText.searchEverything}</ButtonLink>
				) : (
					<ButtonLink to="/">{searchText.seeTrending}</ButtonLink>
				)
			}
			hint={narrowed ? searchText.fewerFiltersHint : searchText.otherWordsHint}
		/>
	);
}
