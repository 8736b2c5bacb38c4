import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Me } from '../../contract/accounts/accounts.ts';
import * as dashboardText from '../../text/web/dashboard.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { meQuery } from './queries.ts';
import { refreshSession, useSession } from './session.ts';

interface OwnAccountLoaderProps {
	/** Renders the account from the server. `accept` must be called with the changed account. */
	children: (me: Me, accept: (me: Me) => void) => ReactNode;
}

/** Loads the user's account before it is edited, because the session's copy may be stale. */
export function OwnAccountLoader({ children }: OwnAccountLoaderProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const query = useQuery(meQuery(api, useSession()?.id ?? 0));

	function accept(me: Me) {
		refreshSession(me);
		// All queries refetch, because the name and the picture appear beside everything that the account has posted.
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
