import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { UserRow } from '../../../../contract/operations.ts';
import { useFullScreen } from '../../../appearance/full-screen.ts';
import { states, stateWords, userFilterIn, usersPath } from '../../../operations/filter.ts';
import { userListQuery } from '../../../operations/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { pageMeta } from '../../../platform/page-meta.ts';
import { reasonOf } from '../../../platform/reason.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCurrentInView } from '../../use-current-in-view.ts';
import { FilterLink } from '../filter-link.tsx';
import { SearchField } from '../search-field.tsx';
import type { Route } from './+types/page.ts';
import { AccountTable, AccountTableSkeleton } from './account-table.tsx';

const ShuttingOut = lazy(async () => ({ default: (await import('./shutting-out.tsx')).ShuttingOut }));

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Accounts', hidden: true });
}

/** Everybody who has an account. */
export default function AccountsPage() {
	const [params] = useSearchParams();
	const filter = userFilterIn(params);
	const navigate = useNavigate();
	const wide = useFullScreen();
	const row = useCurrentInView<HTMLElement>(filter.state);
	const [chosen, setChosen] = useState<UserRow | null>(null);
	const list = useInfiniteQuery(userListQuery(useApi(), filter));
	const rows = list.data?.pages.flatMap((page) => page.items);

	async function more() {
		const { isFetchNextPageError, error } = await list.fetchNextPage();
		if (isFetchNextPageError) toast(reasonOf(error), 'error');
	}

	return (
		<>
			<h1 className="mb-4 text-28">Accounts</h1>
			<search className="mb-4 flex flex-col gap-3 wide:flex-row wide:items-center wide:justify-between">
				<nav ref={row} aria-label="States" className="relative -mx-4 overflow-x-auto px-4 py-1 wide:mx-0 wide:px-0">
					<ul className="flex gap-1.5">
						<FilterLink label="All" current={filter.state === null} to={usersPath({ ...filter, state: null })} />
						{states.map((state) => (
							<FilterLink
								key={state}
								label={stateWords[state]}
								current={filter.state === state}
								to={usersPath({ ...filter, state })}
							/>
						))}
					</ul>
				</nav>
				<div className="wide:w-64">
					<SearchField
						label="Search accounts"
						placeholder="Name or e-mail address"
						q={filter.q}
						onSearch={(q) => void navigate(usersPath({ ...filter, q }), { replace: true, preventScrollReset: true })}
					/>
				</div>
			</search>
			<div aria-busy={list.isPlaceholderData} className={classes(list.isPlaceholderData && 'opacity-60')}>
				{list.isPending && <AccountTableSkeleton />}
				{list.isError && !rows && (
					<ErrorState
						title="The accounts could not be loaded"
						retrying={list.isFetching}
						onRetry={() => void list.refetch()}
					>
						{reasonOf(list.error)}
					</ErrorState>
				)}
				{rows?.length === 0 && (
					<EmptyState
						icon={<Users className="size-8" />}
						title="Nobody like this"
						action={<ButtonLink to={usersPath({ state: null, q: '' })}>See all accounts</ButtonLink>}
					>
						Try it with part of a name, or another state.
					</EmptyState>
				)}
				{rows && rows.length > 0 && <AccountTable rows={rows} wide={wide} onChoose={setChosen} />}
			</div>
			{list.hasNextPage && !list.isPlaceholderData && (
				<div className="mt-5 flex justify-center">
					<Button look="quiet" loading={list.isFetchingNextPage} onClick={() => void more()}>
						Load more
					</Button>
				</div>
			)}
			{chosen && (
				<Suspense>
					<ShuttingOut account={chosen} onClose={() => setChosen(null)} />
				</Suspense>
			)}
		</>
	);
}
