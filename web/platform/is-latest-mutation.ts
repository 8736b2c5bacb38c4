import type { QueryClient } from '@tanstack/react-query';

/** For the callbacks of a mutation: whether no later one with such variables waits. Then the server's answer is the last word. */
export function isLatestMutation<Variables>(
	queryClient: QueryClient,
	mutationKey: readonly string[],
	matches: (variables: Variables) => boolean,
): boolean {
	const predicate = ({ state }: { state: { variables: unknown } }) => matches(state.variables as Variables);
	return queryClient.isMutating({ mutationKey, predicate }) <= 1;
}
