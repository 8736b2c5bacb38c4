import { HydrationBoundary, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { brand } from '../../../contract/brand.ts';
import { categories } from '../../../contract/categories.ts';
import { limits } from '../../../contract/limits.ts';
import { type SearchFilter, searchIn, searchQuery, sortLabels } from '../../feed/search-query.ts';
import { useApi } from '../../platform/api.ts';
import { loadOnServer } from '../../platform/loader.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AdList } from '../cards/ad-list.tsx';
import { PostItem } from '../cards/post-item.tsx';
import { SellerCard } from '../cards/seller-card.tsx';
import type { Route } from './+types/page.ts';

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
			{filter.q === '' ? (
				<EmptyState icon={<Search className="size-8" />} title="What are you looking for?">
					<p>A product, a place, a seller. A letter too many or too few does no harm.</p>
				</EmptyState>
			) : (
				<Results filter={filter} />
			)}
		</HydrationBoundary>
	);
}

/** Milliseconds after the last letter until what is typed so far is looked for. */
const pause = 300;
const control = 'min-h-12 min-w-0 rounded-control border border-edge bg-card px-3.5 text-16';

/** Works without a script too: a form that asks this very address. */
function SearchForm({ filter }: { filter: SearchFilter }) {
	const navigate = useNavigate();
	const form = useRef<HTMLFormElement>(null);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);

	function look(wait: number) {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => {
			if (!form.current) return;
			const given = [...new FormData(form.current)].flatMap(([name, value]) =>
				typeof value === 'string' && value !== '' && value !== 'best' ? [[name, value]] : [],
			);
			void navigate(`/search?${new URLSearchParams(given)}`, { replace: true, preventScrollReset: true });
		}, wait);
	}

	return (
		<search>
			<form
				ref={form}
				action="/search"
				onSubmit={(event) => {
					event.preventDefault();
					look(0);
				}}
				className="mt-3 grid grid-cols-2 gap-2 wide:grid-cols-[1fr_14rem_11rem]"
			>
				<input
					type="search"
					name="q"
					aria-label="Search"
					placeholder="Phones, ankara, Ibadan …"
					defaultValue={filter.q}
					maxLength={limits.search}
					autoComplete="off"
					enterKeyHint="search"
					onChange={() => look(pause)}
					className={`${control} col-span-2 wide:col-span-1`}
				/>
				<select
					name="category"
					aria-label="Category"
					defaultValue={filter.category ?? ''}
					onChange={() => look(0)}
					className={`${control} truncate`}
				>
					<option value="">All categories</option>
					{categories.map((category) => (
						<option key={category}>{category}</option>
					))}
				</select>
				<select name="sort" aria-label="Order" defaultValue={filter.sort} onChange={() => look(0)} className={control}>
					{Object.entries(sortLabels).map(([sort, label]) => (
						<option key={sort} value={sort}>
							{label}
						</option>
					))}
				</select>
			</form>
		</search>
	);
}

function Results({ filter }: { filter: SearchFilter }) {
	const query = useInfiniteQuery({ ...searchQuery(useApi(), filter), placeholderData: keepPreviousData });
	const [first] = query.data?.pages ?? [];
	const beside = (first?.people.length ?? 0) + (first?.posts.length ?? 0);
	return (
		<div className="mt-5 flex flex-col gap-6">
			{first && first.people.length > 0 && (
				<section aria-label="Sellers" className="grid gap-3 wide:grid-cols-2">
					{first.people.map((person) => (
						<SellerCard key={person.id} seller={person} />
					))}
				</section>
			)}
			<AdList
				query={query}
				ads={query.data?.pages.flatMap((page) => page.ads.items)}
				empty={beside > 0 ? null : <Nothing q={filter.q} />}
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
	);
}

function Nothing({ q }: { q: string }) {
	return (
		<EmptyState
			icon={<Search className="size-8" />}
			title={`Nothing found for "${q}"`}
			action={<ButtonLink to="/">See what is trending</ButtonLink>}
		>
			<p>Try fewer words, or another category.</p>
		</EmptyState>
	);
}
