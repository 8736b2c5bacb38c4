import type { QueryClient } from '@tanstack/react-query';

/** For mutation callbacks: whether no later mutation with matching variables is pending, so that this response is final. */
export function isLatestMutation<Variables>(
	queryClient: QueryClient,
	mutationKey: readonly string[],
	matches: (variables: Variables) => boolean,
): boolean {
	const predicate = ({ state }: { state: { variables: unknown } }) => matches(state.variables as Variables);
	return queryClient.isMutating({ mutationKey, predicate }) <= 1;
}
