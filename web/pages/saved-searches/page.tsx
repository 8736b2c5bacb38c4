import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { Link } from 'react-router';
import * as savedSearchesText from '../../../text/shared/saved-searches.ts';
import { useSession } from '../../accounts/session.ts';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { useApi } from '../../platform/api.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { savedSearchesQuery } from '../../saved-searches/queries.ts';
import { SavedSearchCard } from '../../saved-searches/saved-search-card.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';

export const meta = hiddenPageMeta(savedSearchesText.title);

/** Page of the account's saved searches with their alerts. */
export default function SavedSearchesPage() {
	const query = useQuery(savedSearchesQuery(useApi(), useSession()?.id ?? 0));
	return (
		<div className="mx-auto max-w-2xl">
			<h1 className="text-22 wide:text-28">{savedSearchesText.title}</h1>
			<p className="mt-1 mb-4 text-quiet">{savedSearchesText.lead}</p>
			<QueryBoundary
				query={query}
				loading={savedSearchesText.loading}
				skeleton={<SkeletonRows rows={3} className="h-48 rounded-card" />}
				failure={savedSearchesText.loadFailed}
			>
				{(searches) =>
					searches.length === 0 ? (
						<EmptyState
							icon={Search}
							title={savedSearchesText.emptyTitle}
							action={<ButtonLink to="/search">{savedSearchesText.startSearch}</ButtonLink>}
							hint={savedSearchesText.emptyHint}
						/>
					) : (
						<>
							<ul className="flex flex-col gap-3">
								{searches.map((search) => (
									<li key={search.id}>
										<SavedSearchCard search={search} />
									</li>
								))}
							</ul>
							<Link
								to="/dashboard/notifications"
								className="mt-3 inline-flex min-h-11 items-center text-14 text-leaf underline-offset-4 hover:underline"
							>
								{savedSearchesText.settings}
							</Link>
						</>
					)
				}
			</QueryBoundary>
		</div>
	);
}
