import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, Search } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { savedSearchesPath } from '../../../contract/core/page-paths.ts';
import * as savedSearchLimits from '../../../contract/saved-searches/limits.ts';
import * as savedSearchesText from '../../../text/shared/saved-searches.ts';
import { useSession } from '../../accounts/session.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { AdGrid, AdList } from '../../feed/cards/ad-list.tsx';
import { useApi } from '../../platform/api.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { AlertSelect } from '../../saved-searches/alert-select.tsx';
import { savedSearchAdsQuery, savedSearchesQuery, savedSearchQuery } from '../../saved-searches/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/page.ts';
import { toResultsPath } from './search-path.ts';

export const meta = hiddenPageMeta(savedSearchesText.title);

/** Page of one saved search: the ads that are new since the last visit, then all ads, newest first. */
export default function SavedSearchPage({ params: { id } }: Route.ComponentProps) {
	const api = useApi();
	const accountId = useSession()?.id ?? 0;
	const query = useQuery(savedSearchQuery(api, accountId, id));
	const ads = useInfiniteQuery(savedSearchAdsQuery(api, accountId, id));
	useMarkSeen(id, query.data?.up_to);
	return (
		<>
			<Link
				to={savedSearchesPath}
				className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-14 text-leaf hover:bg-leaf-soft"
			>
				<ChevronLeft aria-hidden className="size-4.5" />
				{savedSearchesText.back}
			</Link>
			<QueryBoundary
				as="h1"
				query={query}
				loading={savedSearchesText.loadingOne}
				skeleton={<Skeleton className="h-64 rounded-card" />}
				failure={savedSearchesText.loadOneFailed}
				renderRejection={({ status }) =>
					status === 404 || status === 422 ? (
						<EmptyState
							as="h1"
							icon={Search}
							title={savedSearchesText.notFound}
							action={<ButtonLink to={savedSearchesPath}>{savedSearchesText.seeSaved}</ButtonLink>}
						/>
					) : undefined
				}
			>
				{(search) => (
					<>
						<div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
							<h1 className="min-w-0 break-words text-22 wide:text-28">{search.name}</h1>
							<ButtonLink variant="quiet" to={toResultsPath(search.search)}>
								{savedSearchesText.changeSearch}
							</ButtonLink>
						</div>
						<div className="mt-3 max-w-sm">
							<ShownAlerts id={search.id} fallback={search} />
						</div>
						{search.ads.length > 0 ? (
							<section aria-labelledby="new" className="mt-6">
								<h2 id="new" className="mb-3 text-18">
									{savedSearchesText.newTitle(search.new_ads, savedSearchLimits.savedSearchMatches)}
								</h2>
								<AdGrid ads={search.ads} first />
							</section>
						) : (
							<p className="mt-6 text-quiet">{savedSearchesText.noNew}</p>
						)}
						<section aria-labelledby="all" className="mt-8">
							<h2 id="all" className="mb-3 text-18">
								{savedSearchesText.allTitle}
							</h2>
							<AdList
								query={ads}
								ads={ads.data}
								empty={<EmptyState icon={Search} title={savedSearchesText.noAds} hint={savedSearchesText.noAdsHint} />}
								end={savedSearchesText.end}
							/>
						</section>
					</>
				)}
			</QueryBoundary>
		</>
	);
}

/** Alerts as the list of searches has them, because a change refetches only the list. */
function ShownAlerts({ id, fallback }: { id: number; fallback: Parameters<typeof AlertSelect>[0]['search'] }) {
	const { data } = useQuery(savedSearchesQuery(useApi(), useSession()?.id ?? 0));
	return <AlertSelect search={data?.find((search) => search.id === id) ?? fallback} />;
}

/** Marks the shown new ads as seen. They stay on the page until the user leaves it. */
function useMarkSeen(id: string, upTo: number | null | undefined) {
	const api = useApi();
	const queryClient = useQueryClient();
	const accountId = useSession()?.id ?? 0;
	useEffect(() => {
		if (upTo == null) return;
		const { queryKey } = savedSearchesQuery(api, accountId);
		// If the call fails, the ads are shown as new once more.
		void api
			.markSavedSearchSeen({ params: { id }, body: { up_to: upTo } })
			.then(() => queryClient.invalidateQueries({ queryKey }))
			.catch(() => {});
	}, [api, queryClient, accountId, id, upTo]);
}
