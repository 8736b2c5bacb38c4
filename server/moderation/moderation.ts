import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import * as limits from '../../contract/core/limits.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import type { AuditEntry, Decision, DecisionKind, listAudit, report } from '../../contract/moderation/moderation.ts';
import * as moderationApiText from '../../text/server/moderation-api.ts';
import * as commonText from '../../text/shared/common.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import { type PageQuery, readPageById } from '../core/cursor.ts';
import { DomainError } from '../core/domain-error.ts';
import { createIdSigner } from '../core/signed-ids.ts';
import type { Tx } from '../database/index.ts';
import { type Actor, toNetworkRange } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import type { ReviewService } from '../reviews/index.ts';
import type { AddressedMail } from '../senders/mail/index.ts';
import { createCaseService } from './cases.ts';
import { createDecisionService } from './decisions.ts';
import { createDetectionService } from './detection.ts';
import { composeDecisionMail, type MailKind } from './mails.ts';
import { presentAuditEntry, presentDecision } from './present.ts';
import { createRemovedItemService, type StoredPictures } from './removed-items.ts';
import { weighReport } from './report-weight.ts';
import * as store from './store.ts';
import { createReportSubjectService } from './subjects.ts';
import type { DecisionRow } from './tables.ts';

export interface ModerationServiceDeps extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'events' | 'publicUrl'> {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	comments: CommentService;
	reviews: ReviewService;
	logger: Pick<FastifyBaseLogger, 'warn'>;
	/** Secret that signs the keys in links to decisions, and hashes the networks of reporters and what was removed. */
	secret: string;
}

export type ModerationService = ReturnType<typeof createModerationService>;

/** Largest number of reporters of one seller with whom a new reporter is compared. */
const maxReporters = 100;
/** Milliseconds for which a decision on a report tells how its author reports. */
const recordPeriod = 365 * 86_400_000;

export function createModerationService(deps: ModerationServiceDeps) {
	const { db, clock, accounts, secret, publicUrl } = deps;
	const decisionKeys = createIdSigner(secret, 'decision');
	const hashNetwork = (network: string) => createHmac('sha256', secret).update(`network ${network}`).digest('hex');
	const subjects = createReportSubjectService(deps);
	const removedItems = createRemovedItemService({ ...deps, subjects });
	const cases = createCaseService({ db, accounts, subjects });
	const decisions = createDecisionService({ ...deps, subjects, removedItems });
	const detection = createDetectionService({ ...deps, subjects, removedItems });

	/** Computes what a report about an account or its content weighs. */
	async function weigh(tx: Tx, accountId: number, ownerId: number, network: string) {
		const now = clock.now();
		const reporter = (await accounts.findSummaries(tx, [accountId])).get(accountId);
		// Reports that do not count must not take the weight of later ones.
		const counted = (await store.listReporters(tx, ownerId, maxReporters)).filter(({ weight }) => weight > 0);
		return weighReport({
			isEmailVerified: reporter?.isEmailVerified ?? false,
			age: now - (reporter?.createdAt ?? now),
			hasReported: await store.hasReportedOwner(tx, accountId, ownerId),
			isRelated:
				counted.some((other) => other.network === network) ||
				(await accounts.sharesOriginWithAny(
					tx,
					accountId,
					counted.map(({ account_id }) => account_id),
				)),
			...(await store.countDecisionsOnReports(tx, accountId, now - recordPeriod)),
		});
	}

	/** Returns the decision id in the signed key of a decision page. Throws `not_found` for an invalid key. */
	function decodeKey(key: string): number {
		const id = decisionKeys.decode(key);
		if (id === null) throw decisionNotFound();
		return id;
	}

	return {
		/** Stores a report, once per account and target. Throws `not_found`, and `too_many` beyond the daily limit. */
		report: (
			actor: Actor,
			{ target, reason, note = '' }: z.output<NonNullable<(typeof report)['body']>>,
			wideNetwork: string,
		) =>
			db.transaction(async (tx) => {
				const { kind, id } = target;
				const ownerId = await subjects.getOwnerId(tx, kind, id);
				if (ownerId === null) throw new DomainError('not_found', commonText.notHere);
				const now = clock.now();
				const title = (await subjects.findSubjects(tx, kind, [id])).get(id)?.title ?? '';
				const subject = { kind, target_id: id, owner_id: ownerId, title };
				// Accounts are locked in one order, and before the case, as in decisions, to avoid deadlocks.
				await accounts.lockCounts(tx, [actor.accountId, ownerId]);
				if (await store.hasOpenReport(tx, subject, actor.accountId)) return;
				await accounts.consumePostingQuota(tx, actor.accountId, 'reports');
				const network = hashNetwork(toNetworkRange(wideNetwork));
				const weighed = await weigh(tx, actor.accountId, ownerId, network);
				await store.insertReport(tx, {
					case_id: await store.openCase(tx, subject, now),
					account_id: actor.accountId,
					kind,
					target_id: id,
					owner_id: ownerId,
					reason,
					note,
					state: 'open',
					created_at: now,
					network,
					...weighed,
				});
				await accounts.trust.setReported(tx, ownerId, await store.isReported(tx, ownerId));
			}),

		listCases: cases.list,

		/** Lists the times at which open cases were opened, oldest first. */
		listWaitingTimes: (limit: number): Promise<number[]> => store.listOpenCaseTimes(db, limit),

		/** Finds those of the given ids whose targets have open reports, signals or appeals. */
		findReportedIds: store.findTargetIdsWithOpenCase,

		/** Reads the pictures of an ad or post that a decision removes. Runs before the transaction of the decision. */
		async readPicturesOfCase(caseId: number, decision: DecisionKind): Promise<StoredPictures | null> {
			const found = decision === 'hide' || decision === 'delete' ? await store.findCase(db, caseId) : null;
			return found && removedItems.readPictures(found);
		},

		decideCase: decisions.decideCase,
		suspend: decisions.suspend,
		endSuspension: decisions.endSuspension,

		/** Deletes an ad and decides its open reports and signals. Throws `not_found`. */
		async removeAd(actor: Actor, id: number, reason: string): Promise<Decision> {
			const pictures = await removedItems.readPictures({ kind: 'ad', target_id: id });
			return db.transaction((tx) => decisions.removeAd(tx, actor, id, reason, pictures));
		},

		lift: decisions.lift,
		uphold: decisions.uphold,

		latestSuspensions: store.findLatestSuspensionIds,

		/** Finds a decision by the signed key in the mail to its owner. Throws `not_found`. */
		async findByKey(key: string): Promise<Decision> {
			const row = await store.findDecision(db, decodeKey(key));
			if (!row) throw decisionNotFound();
			return presentDecision(row);
		},

		/** Records the owner's appeal. Throws `not_found` for an invalid key, `conflict` for a second appeal or a lifted decision. */
		appeal: (key: string, text: string): Promise<Decision> =>
			db.transaction((tx) => decisions.appeal(tx, decodeKey(key), text)),

		/** Lists a page of decisions about the actor's own content and about content that the actor reported, newest first. */
		async listOwn(
			actor: Actor,
			page: PageQuery,
		): Promise<CursorPage<Decision & { mine: boolean; key: string | null }>> {
			const { rows, next_cursor } = await readPageById(page, async (below, most) => {
				const own = await store.listDecisions(db, actor.accountId, below, most);
				const reported = await store.listDecisionsOnReports(db, actor.accountId, below, most);
				const byId = new Map<number, DecisionRow>([...reported, ...own].map((row) => [row.id, row]));
				return [...byId.values()].sort((a, b) => b.id - a.id);
			});
			return {
				items: rows.map((row) => {
					const mine = row.owner_id === actor.accountId && row.kind !== 'dismiss';
					const decision = presentDecision(row);
					// Reporters don't see the owner's appeal.
					return mine
						? { ...decision, mine, key: decisionKeys.encode(row.id) }
						: { ...decision, appeal: null, mine, key: null };
				}),
				next_cursor,
			};
		},

		/** Lists a page of the audit log, newest first. */
		async listAudit({
			action,
			user_name,
			...page
		}: z.output<(typeof listAudit)['query']>): Promise<CursorPage<AuditEntry>> {
			const { rows, next_cursor } = await readPageById(page, (below, most) =>
				accounts.listAuditEntries(db, { action, userName: user_name }, below, most),
			);
			return { items: rows.map(presentAuditEntry), next_cursor };
		},

		/** Composes a mail about a decision. Returns null if the decision or the recipient no longer exists. */
		async composeMail(kind: MailKind, decisionId: number, accountId: number): Promise<AddressedMail | null> {
			const row = await store.findDecision(db, decisionId);
			const to = row && (await accounts.getMailRecipient(db, accountId));
			if (!to) return null;
			const key = decisionKeys.encode(row.id);
			return { to, message: composeDecisionMail(kind, row, { name: to.name, key, publicUrl: publicUrl() }) };
		},

		checkPictures: detection.checkPictures,
		checkPostPictures: detection.checkPostPictures,
		rememberContent: removedItems.rememberContent,

		async sweep(): Promise<void> {
			await store.deleteReportNetworksBefore(db, clock.now() - limits.knownCallerTtl);
			await removedItems.sweep();
		},
	};
}

function decisionNotFound(): DomainError {
	return new DomainError('not_found', moderationApiText.decisionUnknown);
}
