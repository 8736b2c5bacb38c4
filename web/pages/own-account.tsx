import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Me } from '../../contract/accounts.ts';
import * as dashboardText from '../../contract/text/dashboard.ts';
import { meQuery } from '../accounts/queries.ts';
import { refreshSession, useSession } from '../accounts/session.ts';
import { useApi } from '../platform/api.ts';
import { reasonOf } from '../platform/reason.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface OwnAccountProps {
	/** Given the account as the server has it, and what to call with it once it has changed. */
	children: (me: Me, accept: (me: Me) => void) => ReactNode;
}

/** Asks for the own account before it is edited: what the session keeps of it may be older. */
export function OwnAccount({ children }: OwnAccountProps) {
	const api = useApi();
	const queries = useQueryClient();
	const query = useQuery(meQuery(api, useSession()?.id ?? 0));

	function accept(me: Me) {
		refreshSession(me);
		// The name and the picture stand beside everything the account has posted.
		void queries.invalidateQueries();
		queries.setQueryData(meQuery(api, me.id).queryKey, me);
	}

	if (query.data) return children(query.data, accept);
	if (query.isPending) return <Spinner label={dashboardText.loadingAccount} />;
	return (
		<ErrorState title={dashboardText.accountFailed} onRetry={() => void query.refetch()} retrying={query.isFetching}>
			<p>{reasonOf(query.error)}</p>
		</ErrorState>
	);
}
