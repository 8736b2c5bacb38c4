import { statfs } from 'node:fs/promises';
import type { z } from 'zod';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import * as limits from '../../contract/core/limits.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import * as operationLimits from '../../contract/operations/limits.ts';
import type {
	getFigures,
	getWaiting,
	listUsers,
	SiteNotice,
	siteNoticeFormSchema,
	UserListItem,
} from '../../contract/operations/operations.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError } from '../core/domain-error.ts';
import type { DataProtectionService } from '../data-protection/index.ts';
import type { EnrollmentService } from '../enrollments/index.ts';
import type { Actor } from '../http/index.ts';
import type { MediaService } from '../media/index.ts';
import type { ModerationService } from '../moderation/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import type { VerificationService } from '../verification/index.ts';
import type { Backups } from './backups.ts';
import { siteNoticeCacheTag } from './cache-tags.ts';
import * as store from './store.ts';
import type { SiteNoticeRow } from './tables.ts';

export interface OperationsServiceDeps extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'metrics'> {
	accounts: AccountService;
	media: MediaService;
	ads: AdService;
	posts: PostService;
	moderation: ModerationService;
	enrollments: EnrollmentService;
	verification: VerificationService;
	dataProtection: DataProtectionService;
	backups: Backups;
	dataDir: string;
}

export type OperationsService = ReturnType<typeof createOperationsService>;

const hour = 3_600_000;
const day = 24 * hour;
const maxFailedJobs = 50;
/** One more than the contract's limit, so that a client can tell a larger number from the limit. */
const maxWaiting = operationLimits.waitingItems + 1;

export function createOperationsService(deps: OperationsServiceDeps) {
	const { db, clock, jobs, metrics, accounts, media, ads, posts, moderation, enrollments, verification } = deps;
	const { backups, dataDir, dataProtection } = deps;

	async function countSampleContent(ids: readonly number[]) {
		const sum = (counts: Map<number, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
		return {
			accounts: ids.length,
			ads: sum(await ads.countByOwner(db, ids)),
			posts: sum(await posts.countByOwner(db, ids)),
		};
	}

	return {
		async getStats(): Promise<ResponseOf<typeof getFigures>> {
			const first = Math.floor(clock.now() / day) - limits.insightDays + 1;
			const withDays = <Counts extends { days: { day: number; count: number }[] }>({ days, ...counts }: Counts) => ({
				...counts,
				by_day: fillDays(first, days),
			});
			const from = first * day;
			return {
				accounts: withDays(await accounts.admin.getSiteStats(from)),
				ads: withDays(await ads.getSiteStats(from)),
				posts: withDays(await posts.getSiteStats(from)),
				uploads: withDays(await media.getSiteStats(from)),
				jobs: await jobs.stats(),
				process: {
					started_at: toIsoTime(metrics.startedAt),
					errors: metrics.errorCount(),
					memory_bytes: process.memoryUsage.rss(),
					event_loop_lag: Math.round(metrics.eventLoopLag() * 10) / 10,
				},
				disk: await statfs(dataDir).then(
					({ bsize, bavail, blocks }) => ({ free_bytes: bsize * bavail, all_bytes: bsize * blocks }),
					() => null,
				),
				backup: presentBackups(await backups.getStatus()),
			};
		},

		async listFailedJobs() {
			const failed = await jobs.listFailed(maxFailedJobs);
			const items = failed.map(({ id, name, tries, failedAt, error }) => ({
				id,
				name,
				tries,
				failed_at: toIsoTime(failedAt),
				error,
			}));
			return { items };
		},

		/** Retries a failed job. Throws `not_found` if the failed job no longer exists. */
		async retryJob(actor: Actor, id: string): Promise<void> {
			if (!(await jobs.retry(id))) throw new DomainError('not_found', adminApiText.jobGone);
			await db.transaction((tx) => accounts.writeAudit(tx, actor, { action: 'job.retry', target: null, reason: id }));
		},

		/** Retries all failed jobs. Returns their number. */
		async retryAllJobs(actor: Actor): Promise<number> {
			const retried = await jobs.retryAll();
			await db.transaction((tx) =>
				accounts.writeAudit(tx, actor, { action: 'job.retry', target: null, reason: `${retried} jobs` }),
			);
			return retried;
		},

		/** Deletes a failed job. Throws `not_found` if the failed job no longer exists. */
		async deleteJob(actor: Actor, id: string): Promise<void> {
			const name = await jobs.deleteFailed(id);
			if (name === null) throw new DomainError('not_found', adminApiText.jobGone);
			await db.transaction((tx) =>
				accounts.writeAudit(tx, actor, { action: 'job.delete', target: null, reason: name }),
			);
		},

		/** Counts the work that waits for administrators. Each count reads at most `maxWaiting` entries of one index. */
		async getWaiting(): Promise<ResponseOf<typeof getWaiting>> {
			const { proofs, requests, payments } = await enrollments.listWaitingTimes(maxWaiting);
			const backupStatus = await backups.getStatus();
			const attention = backupStatus?.attention;
			return {
				proofs: presentWaiting(proofs),
				requests: presentWaiting(requests),
				payments: presentWaiting(payments),
				reports: presentWaiting(await moderation.listWaitingTimes(maxWaiting)),
				verifications: presentWaiting(await verification.business.listWaitingTimes(maxWaiting)),
				legal_requests: presentWaiting(await dataProtection.requests.listOpenTimes(maxWaiting)),
				breaches: presentWaiting(await dataProtection.breaches.listUnreportedTimes(maxWaiting)),
				failed_jobs: presentWaiting(await jobs.listFailureTimes(maxWaiting)),
				backups: { count: attention ? 1 : 0, since: toIsoTime(attention?.since ?? null) },
			};
		},

		async listUsers({ q, state, ...page }: z.output<(typeof listUsers)['query']>): Promise<CursorPage<UserListItem>> {
			const { items, next_cursor } = await accounts.admin.list({ q, state }, page);
			const ids = items.map((item) => item.id);
			const adsOf = await ads.countByOwner(db, ids);
			const decisions = await moderation.latestSuspensions(db, ids);
			return {
				items: items.map(({ suspended, until, ...item }) => ({
					...item,
					ads: adsOf.get(item.id) ?? 0,
					suspension: suspended
						? {
								until: toIsoTime(until),
								decision_id: decisions.get(item.id) ?? null,
							}
						: null,
				})),
				next_cursor,
			};
		},

		sampleContent: async () => countSampleContent(await accounts.admin.listSampleAccountIds(db)),

		/** Hides all sample content at once. Jobs then delete rows and files, one account at a time. A repeated call removes nothing. */
		async removeSampleContent(actor: Actor) {
			const removed = await countSampleContent(await accounts.admin.listSampleAccountIds(db));
			await db.transaction(async (tx) => {
				const ids = await accounts.admin.listSampleAccountIds(tx);
				if (ids.length === 0) return;
				await accounts.admin.removeSample(tx, ids);
				const reason = adminApiText.sampleContentRemoved(removed.accounts, removed.ads, removed.posts);
				await accounts.writeAudit(tx, actor, { action: 'sample_content.remove', target: null, reason });
			});
			return removed;
		},

		async getNotice(): Promise<{ notice: SiteNotice | null }> {
			const row = await store.findSiteNotice(db, clock.now());
			return { notice: row && presentNotice(row) };
		},

		publishNotice: (actor: Actor, { text, path, hours }: z.output<typeof siteNoticeFormSchema>): Promise<SiteNotice> =>
			db.transaction(async (tx) => {
				const now = clock.now();
				await store.endSiteNotices(tx, now);
				const row = await store.insertSiteNotice(tx, {
					text,
					path: path || null,
					ends_at: now + hours * hour,
					created_at: now,
				});
				tx.invalidate(siteNoticeCacheTag);
				const target = { kind: 'notice', id: row.id };
				await accounts.writeAudit(tx, actor, { action: 'notice.publish', target, reason: text });
				return presentNotice(row);
			}),

		/** Ends the current site notice, if any. */
		endNotice: (actor: Actor): Promise<void> =>
			db.transaction(async (tx) => {
				for (const id of await store.endSiteNotices(tx, clock.now())) {
					tx.invalidate(siteNoticeCacheTag);
					await accounts.writeAudit(tx, actor, { action: 'notice.end', target: { kind: 'notice', id } });
				}
			}),
	};
}

/** Presents waiting work. `times` are the times since when its items wait. */
function presentWaiting(times: readonly number[]): { count: number; since: string | null } {
	return {
		count: times.length,
		since: times.length === 0 ? null : toIsoTime(Math.min(...times)),
	};
}

function presentBackups(status: Awaited<ReturnType<Backups['getStatus']>>): ResponseOf<typeof getFigures>['backup'] {
	if (!status) return null;
	const { last, failed } = status;
	return {
		last: last && {
			made_at: toIsoTime(last.started_at),
			bytes: last.bytes ?? 0,
			seconds: Math.round(((last.ended_at ?? last.started_at) - last.started_at) / 1000),
			files: last.files ?? 0,
			read_files: last.read_files ?? 0,
			all_read_at: toIsoTime(last.all_read_at),
			damaged_files: last.damaged_files ?? 0,
			lost_files: last.lost_files ?? 0,
		},
		error: failed?.error ?? null,
	};
}

function presentNotice({ id, text, path, ends_at }: SiteNoticeRow): SiteNotice {
	return { id, text, path, ends_at: toIsoTime(ends_at) };
}

/** Lists all days of the stats period. Days that `counted` lacks have the count 0. */
function fillDays(first: number, counted: readonly { day: number; count: number }[]) {
	const counts = new Map(counted.map(({ day, count }) => [Number(day), count]));
	return Array.from({ length: limits.insightDays }, (_, index) => ({
		day: new Date((first + index) * day).toISOString().slice(0, 10),
		count: counts.get(first + index) ?? 0,
	}));
}
