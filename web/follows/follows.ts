import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import { useActor } from '../platform/actor.ts';
import { useApi } from '../platform/api.ts';
import { reasonOf } from '../platform/reason.ts';
import { toast } from '../ui/toast.ts';

/** Pages of the own list that are read; who follows more sellers than that sees the newest ones as followed. */
const mostPages = 20;

/** The names of all whom the own account follows, asked for once a session. */
function followingQuery(api: Client, actorId: number | undefined) {
	return queryOptions({
		queryKey: ['follows', actorId ?? null],
		queryFn:
			actorId === undefined
				? skipToken
				: async ({ signal }) => {
						const names: string[] = [];
						let cursor: string | null = null;
						for (let page = 0; page < mostPages; page++) {
							const query = { limit: limits.page.max, ...(cursor !== null && { cursor }) };
							const answer = await api.listFollowing({ query }, { signal });
							names.push(...answer.items.map((person) => person.user_name));
							cursor = answer.next_cursor;
							if (cursor === null) break;
						}
						return names;
					},
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: Number.POSITIVE_INFINITY,
	});
}

function followersQuery(userName: string) {
	return queryOptions<number>({ queryKey: ['followers', userName], queryFn: skipToken });
}

/** Followers as they are since the own tap; until then what the profile says. */
export function useFollowers(userName: string, count: number): number {
	return useQuery(followersQuery(userName)).data ?? count;
}

export function useFollowing(userName: string): boolean {
	const { data } = useQuery(followingQuery(useApi(), useActor()?.id));
	return data?.includes(userName) ?? false;
}

const nobody: readonly string[] = [];

/** The names of all whom the own account follows; none for a visitor, null until they have come. */
export function useFollowed(): readonly string[] | null {
	const actor = useActor();
	const { data } = useQuery(followingQuery(useApi(), actor?.id));
	return actor ? (data ?? null) : nobody;
}

interface Change {
	userName: string;
	following: boolean;
	/** The count that is shown, where one is. */
	followers: number | undefined;
}

/** Follows or stops: shown at once, undone where the server refuses. */
export function useFollow() {
	const api = useApi();
	const actorId = useActor()?.id;
	const queries = useQueryClient();

	function mark(userName: string, following: boolean) {
		queries.setQueryData(followingQuery(api, actorId).queryKey, (names: string[] = []) => [
			...(following ? [userName] : []),
			...names.filter((name) => name !== userName),
		]);
	}

	return useMutation({
		mutationKey: ['follow'],
		scope: { id: 'follow' },
		mutationFn: ({ userName, following }: Change) => {
			const input = { params: { user_name: userName } };
			return following ? api.follow(input) : api.unfollow(input);
		},
		onMutate: ({ userName, following, followers }) => {
			mark(userName, following);
			if (followers === undefined) return;
			queries.setQueryData(followersQuery(userName).queryKey, Math.max(0, followers + (following ? 1 : -1)));
		},
		onSuccess: ({ following, followers }, { userName }) => {
			// What is being read stays as it is; the next visit has it anew.
			void queries.invalidateQueries({ predicate: ({ meta }) => meta?.byFollows === true, refetchType: 'none' });
			// A later tap has the last word.
			if (queries.isMutating({ mutationKey: ['follow'] }) > 1) return;
			mark(userName, following);
			queries.setQueryData(followersQuery(userName).queryKey, followers);
		},
		onError: (error, { userName, following, followers }) => {
			toast(reasonOf(error), 'error');
			if (queries.isMutating({ mutationKey: ['follow'] }) > 1) return;
			mark(userName, !following);
			if (followers !== undefined) queries.setQueryData(followersQuery(userName).queryKey, followers);
		},
	});
}
