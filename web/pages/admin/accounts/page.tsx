import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { UserListItem } from '../../../../contract/operations/operations.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminAccountsText from '../../../../text/web/admin-accounts.ts';
import * as controlsText from '../../../../text/web/controls.ts';
import * as userStatesText from '../../../../text/web/user-states.ts';
import { useIsWideScreen } from '../../../appearance/wide-screen.ts';
import { FilterRow, SearchField, useSetFilter } from '../../../data/filters.tsx';
import { InfiniteList } from '../../../data/infinite-list.tsx';
import { AccountTable } from '../../../operations/account-table.tsx';
import { parseUserFilter, userStates, usersPath } from '../../../operations/filter.ts';
import { userListQuery } from '../../../operations/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TableSkeleton } from '../../../ui/table.tsx';
import { lazyPart } from '../../../ui/use-lazy-component.ts';

const SuspensionDialog = lazyPart(
	async () => (await import('../../../operations/suspension-dialog.tsx')).SuspensionDialog,
);

export const meta = hiddenPageMeta(adminText.accounts);

export default function AccountsPage() {
	const [params] = useSearchParams();
	const filter = parseUserFilter(params);
	const setFilter = useSetFilter();
	const wide = useIsWideScreen();
	const [chosen, setChosen] = useState<UserListItem | null>(null);
	const list = useInfiniteQuery(userListQuery(useApi(), filter));

	return (
		<>
			<h1 className="mb-4 text-28">{adminText.accounts}</h1>
			<search className="mb-4 flex flex-col gap-3 wide:flex-row wide:items-center wide:justify-between">
				<FilterRow
					label={adminText.states}
					names={userStatesText.names}
					values={userStates}
					current={filter.state}
					pathTo={(state) => usersPath({ ...filter, state })}
				/>
				<div className="wide:w-64">
					<SearchField
						label={adminAccountsText.search}
						placeholder={adminAccountsText.searchPlaceholder}
						q={filter.q}
						onSearch={(q) => setFilter(usersPath({ ...filter, q }))}
					/>
				</div>
			</search>
			<InfiniteList
				query={list}
				items={list.data}
				loading={adminAccountsText.loading}
				skeleton={<TableSkeleton className="h-32 wide:h-14" />}
				failure={adminAccountsText.loadFailed}
				fades
				more={controlsText.loadMore}
				empty={
					<EmptyState
						icon={Users}
						title={adminAccountsText.noMatch}
						action={<ButtonLink to={usersPath({ state: null, q: '' })}>{adminAccountsText.seeAll}</ButtonLink>}
						hint={adminAccountsText.noMatchHint}
					/>
				}
			>
				{(rows) => <AccountTable rows={rows} wide={wide} onToggleSuspension={setChosen} />}
			</InfiniteList>
			{chosen && <SuspensionDialog account={chosen} onClose={() => setChosen(null)} />}
		</>
	);
}
