import { setTimeout as wait } from 'node:timers/promises';
import { contentTargets } from '../../contract/core/target.ts';
import { type AccountService, peopleIndex } from '../accounts/index.ts';
import { type AdService, adIndex } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import type { Database, Tx } from '../database/index.ts';
import type { FollowService } from '../follows/index.ts';
import type { Actor } from '../http/index.ts';
import type { LikeService } from '../likes/index.ts';
import { type PostService, postIndex } from '../posts/index.ts';
import type { ReviewService } from '../reviews/index.ts';
import { clearSearchIndexes, listSearchTables, removeSearchRemains } from '../search/index.ts';

export interface MaintenanceServiceDeps {
	db: Database;
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	follows: FollowService;
	likes: LikeService;
	comments: CommentService;
	reviews: ReviewService;
}

const searchIndexes = [adIndex, postIndex, peopleIndex];

/** Tables of the search, which `fillSearch` fills. */
export const searchTables = listSearchTables(searchIndexes);

/** Rows that one transaction reads and locks. Requests wait for such a transaction on SQLite. */
const batchSize = 200;

/** Milliseconds until the write-ahead log is tried again, which a reader uses. */
const logRetryInterval = 500;

/** Computes stored data again that follows from other rows. The server may run meanwhile. */
export function createMaintenanceService(deps: MaintenanceServiceDeps) {
	const { db, accounts, follows, likes, comments, reviews } = deps;
	const services = { ads: deps.ads, posts: deps.posts };

	/** Runs `work` in one transaction per batch of ids. Returns the sum of what `work` returns. Throws if the signal aborts. */
	async function forEachBatch(
		listIdsAfter: (db: Database, afterId: number, limit: number) => Promise<number[]>,
		signal: AbortSignal,
		work: (tx: Tx, ids: readonly number[]) => Promise<number>,
	): Promise<number> {
		let sum = 0;
		for (let after = 0; ; ) {
			signal.throwIfAborted();
			const ids = await listIdsAfter(db, after, batchSize);
			const last = ids.at(-1);
			if (last === undefined) return sum;
			sum += await db.transaction((tx) => work(tx, ids));
			after = last;
		}
	}

	/** Writes that the work begins, because it consists of many transactions and may be interrupted. */
	const writeAudit = (actor: Actor, action: string) =>
		db.transaction((tx) => accounts.writeAudit(tx, actor, { action, target: null }));

	/**
	 * Empties the search indexes and fills them again. Meanwhile, searches find only what is already written. Returns the numbers of rows
	 * read.
	 */
	async function fillSearch(signal: AbortSignal): Promise<{ ads: number; posts: number; accounts: number }> {
		await db.transaction((tx) => clearSearchIndexes(tx, searchIndexes));
		const reindex = (service: {
			listIdsAfter: (db: Database, afterId: number, limit: number) => Promise<number[]>;
			reindex: (tx: Tx, ids: readonly number[]) => Promise<void>;
		}) =>
			forEachBatch(service.listIdsAfter, signal, async (tx, ids) => {
				await service.reindex(tx, ids);
				return ids.length;
			});
		return {
			ads: await reindex(services.ads),
			posts: await reindex(services.posts),
			accounts: await reindex(accounts.admin),
		};
	}

	return {
		/** Removes what deleted rows have left. Waits for readers of SQLite's write-ahead log until `signal` aborts. */
		async removeRemains(signal: AbortSignal): Promise<void> {
			await removeSearchRemains(db, searchIndexes, signal);
			while (!(await db.emptyLog())) await wait(logRetryInterval, undefined, { signal });
		},

		/** Does `fillSearch` for an operator. */
		async rebuildSearch(actor: Actor, signal: AbortSignal): ReturnType<typeof fillSearch> {
			await writeAudit(actor, 'search.rebuild');
			return fillSearch(signal);
		},

		fillSearch,

		/** Counts stored numbers again and corrects wrong ones, with trending scores. Returns how many were wrong. */
		async recount(
			actor: Actor,
			signal: AbortSignal,
		): Promise<{ likes: number; comments: number; followers: number; ratings: number }> {
			await writeAudit(actor, 'counts.recount');
			const wrong = { likes: 0, comments: 0, followers: 0, ratings: 0 };
			for (const target of contentTargets) {
				const { listIdsAfter } = services[target];
				wrong.likes += await forEachBatch(listIdsAfter, signal, (tx, ids) => likes.recount(tx, target, ids));
				wrong.comments += await forEachBatch(listIdsAfter, signal, (tx, ids) => comments.recount(tx, target, ids));
			}
			const { listIdsAfter } = accounts.admin;
			wrong.followers = await forEachBatch(listIdsAfter, signal, follows.recount);
			wrong.ratings = await forEachBatch(listIdsAfter, signal, reviews.recount);
			return wrong;
		},
	};
}
