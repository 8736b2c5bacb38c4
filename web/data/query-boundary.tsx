import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../../contract/client.ts';
import { isApiError } from '../platform/api-error.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/skeleton.tsx';

interface QueryBoundaryProps<Data> {
	query: Pick<UseQueryResult, 'error' | 'isFetching'> & { data: Data | undefined; refetch: () => Promise<unknown> };
	/** Said to screen readers while nothing has come: 'Loading the course'. */
	loading: string;
	/** Stands in the place and the size of what comes. */
	skeleton: ReactNode;
	/** Said where it cannot be loaded. */
	failure: string;
	/** The failure's heading: 'h1' where it is the whole page. */
	as?: 'h1' | 'h2';
	/** Says the failure in one line, without its reason. */
	small?: boolean;
	/** Stands in the failure's place for what the server has refused; undefined leaves the failure. */
	renderRejection?: (error: ApiError) => ReactNode;
	children: (data: Data) => ReactNode;
}

/**
 * A query's data, its skeleton or its failure with a way to try again. The query keeps its observer while it has failed, so that it is
 * asked again when the network returns.
 */
export function QueryBoundary<Data>(props: QueryBoundaryProps<Data>) {
	const { query, loading, skeleton, failure, as, small, renderRejection, children } = props;
	const { data, isFetching, refetch } = query;
	/** The error after which it is being asked for again. */
	const [retried, setRetried] = useState<Error | null>(null);
	const error = query.error ?? retried;

	function retry() {
		setRetried(error);
		void refetch().finally(() => setRetried(null));
	}

	if (data !== undefined) return children(data);
	if (!error) return <Loading label={loading}>{skeleton}</Loading>;
	const rejection = isApiError(error) ? renderRejection?.(error) : undefined;
	if (rejection !== undefined) return rejection;
	return (
		<ErrorState {...(as && { as })} {...(small && { small })} title={failure} retrying={isFetching} onRetry={retry}>
			{getErrorMessage(error)}
		</ErrorState>
	);
}
