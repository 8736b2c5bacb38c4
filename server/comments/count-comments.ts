import { type ContentTarget, contentTargets } from '../../contract/core/target.ts';
import { accountRankingStarted } from '../accounts/index.ts';
import type { AddedCounts } from '../content/index.ts';
import type { Tx } from '../database/index.ts';
import { commentsCacheTag } from './cache-tags.ts';
import type { CommentService, CommentServiceDeps } from './comments.ts';
import * as store from './store.ts';
import { type CommentedServices, commentNotFound } from './visible-comments.ts';

/** Numbers of comments of an ad or post that change with a comment. */
export type CommentCounts = Pick<AddedCounts, 'comments' | 'ranked_comments'>;

export interface CommentAuthor extends store.ItemAuthor {
	/** Owner of the ad or post. */
	ownerId: number;
}

type Accounts = CommentServiceDeps['accounts'];

/** Adds to the numbers of comments of an ad or post, and locks that row. Lock it before other writes, to prevent deadlocks. */
export async function addCounts(
	tx: Tx,
	services: CommentedServices,
	target: ContentTarget,
	id: number,
	added: Partial<CommentCounts>,
): Promise<void> {
	if (!(await services[target].bump(tx, id, added))) throw commentNotFound();
	tx.invalidate(commentsCacheTag(target, id));
}

/** Selects the authors that count in rankings on ads or posts, each once: owners do not. The ads or posts are locked. */
export async function filterRanking(
	tx: Tx,
	accounts: Accounts,
	authors: readonly CommentAuthor[],
): Promise<CommentAuthor[]> {
	const others = authors.filter(({ accountId, ownerId }) => accountId !== ownerId);
	const ids = new Set(others.map(({ accountId }) => accountId));
	const ranking = await accounts.filterRanking(tx, [...ids]);
	const counting = others.filter(({ accountId }) => ranking.has(accountId));
	return [...new Map(counting.map((author) => [toAuthorKey(author), author])).values()];
}

/** Lists the ads or posts on which authors of new comments begin to count in rankings. The ads or posts are locked. */
export async function listNewlyRankedIds(
	tx: Tx,
	accounts: Accounts,
	target: ContentTarget,
	authors: readonly CommentAuthor[],
): Promise<number[]> {
	const ranking = await filterRanking(tx, accounts, authors);
	const earlier = new Set((await store.filterAuthors(tx, target, ranking)).map(toAuthorKey));
	return ranking.filter((author) => !earlier.has(toAuthorKey(author))).map(({ targetId }) => targetId);
}

/** Counts the comments of ads or posts that an account has commented on, when the account begins to count in rankings. */
export function countWhenRankingStarts({
	events,
	...services
}: CommentedServices & Pick<CommentServiceDeps, 'events'>): void {
	events.on(accountRankingStarted, async (tx, { accountId }) => {
		for (const target of contentTargets) {
			const ids = await store.listCommentedIds(tx, target, accountId);
			// Locks the ads or posts before the comments are read, so that these cannot change concurrently.
			await services[target].bumpEach(tx, ids, {});
			const ranked = await store.filterAuthors(
				tx,
				target,
				ids.map((targetId) => ({ targetId, accountId })),
			);
			await services[target].bumpEach(
				tx,
				ranked.map(({ targetId }) => targetId),
				{ ranked_comments: 1 },
			);
		}
	});
}

export function createCommentRecounting({
	accounts,
	...services
}: CommentedServices & Pick<CommentServiceDeps, 'accounts'>) {
	return {
		async recount(tx, target, ids) {
			const items = await services[target].bumpEach(tx, ids, {});
			const wrongReplies = await store.listWrongReplyCounts(tx, target, ids);
			for (const { id, missing } of wrongReplies) await store.incrementReplyCount(tx, id, missing);
			const comments = await store.countVisibleComments(tx, target, ids);
			const authors = await store.listAuthors(tx, target, ids);
			const ranking = await accounts.filterRanking(tx, [...new Set(authors.map(({ accountId }) => accountId))]);
			const ranked = Map.groupBy(
				authors.filter(({ accountId }) => ranking.has(accountId)),
				({ targetId }) => targetId,
			);
			const rankedCounts = await services[target].findRankedCounts(tx, ids);
			let wrong = wrongReplies.length;
			for (const [id, stored] of items) {
				const added = {
					comments: (comments.get(id) ?? 0) - stored.comments,
					ranked_comments: (ranked.get(id)?.length ?? 0) - (rankedCounts.get(id)?.ranked_comments ?? 0),
				};
				if (added.comments === 0 && added.ranked_comments === 0) continue;
				await addCounts(tx, services, target, id, added);
				wrong += 1;
			}
			return wrong;
		},
	} satisfies Partial<CommentService>;
}

function toAuthorKey({ targetId, accountId }: store.ItemAuthor): string {
	return `${targetId} ${accountId}`;
}
