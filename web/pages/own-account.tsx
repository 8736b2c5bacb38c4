import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Me } from '../../contract/accounts.ts';
import * as dashboardText from '../../contract/text/dashboard.ts';
import { meQuery } from '../accounts/queries.ts';
import { refreshSession, useSession } from '../accounts/session.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { Skeleton } from '../ui/skeleton.tsx';

interface OwnAccountProps {
	/** Given the account as the server has it, and what to call with it once it has changed. */
	children: (me: Me, accept: (me: Me) => void) => ReactNode;
}

/** Asks for the own account before it is edited: what the session keeps of it may be older. */
export function OwnAccount({ children }: OwnAccountProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const query = useQuery(meQuery(api, useSession()?.id ?? 0));

	function accept(me: Me) {
		refreshSession(me);
		// The name and the picture stand beside everything the account has posted.
		void queryClient.invalidateQueries();
		queryClient.setQueryData(meQuery(api, me.id).queryKey, me);
	}

	return (
		<QueryBoundary
			query={query}
			loading={dashboardText.loadingAccount}
			skeleton={<Skeleton className="h-96 rounded-card" />}
			failure={dashboardText.accountFailed}
		>
			{(me) => children(me, accept)}
		</QueryBoundary>
	);
}
