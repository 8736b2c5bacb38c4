import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../contract/core/client.ts';
import { isApiError } from '../platform/api-error.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { useRetry } from './use-retry.ts';

interface QueryBoundaryProps<Data> {
	query: Pick<UseQueryResult, 'error' | 'isFetching'> & { data: Data | undefined; refetch: () => Promise<unknown> };
	/** Text that screen readers announce while loading, such as 'Loading the course'. */
	loading: string;
	/** Placeholder of the same size as the data. */
	skeleton: ReactNode;
	/** Title of the error state. */
	failure: string;
	/** Level of the error's heading. 'h1' is for an error that fills the page. */
	as?: 'h1' | 'h2';
	/** Whether the error is shown in one line, without its reason. */
	small?: boolean;
	/** Renders an API error instead of the error state. If the result is undefined, the error state is shown. */
	renderRejection?: (error: ApiError) => ReactNode;
	children: (data: Data) => ReactNode;
}

/** Shows a query's data, its skeleton while loading, or its error with a retry button. */
export function QueryBoundary<Data>(props: QueryBoundaryProps<Data>) {
	const { query, loading, skeleton, failure, as, small, renderRejection, children } = props;
	const { data, isFetching, refetch } = query;
	const [error, retry] = useRetry(query.error, refetch);
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
