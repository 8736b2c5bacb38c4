import type { QueryClient } from '@tanstack/react-query';

/** Returns, in a mutation callback, whether no later mutation with matching variables is pending: the response is then final. */
export function isLatestMutation<Variables>(
	queryClient: QueryClient,
	mutationKey: readonly string[],
	matches: (variables: Variables) => boolean,
): boolean {
	const predicate = ({ state }: { state: { variables: unknown } }) => matches(state.variables as Variables);
	return queryClient.isMutating({ mutationKey, predicate }) <= 1;
}
