import type { z } from 'zod';
import type { Decision, DecisionKind, decideReports, ReportTarget } from '../../contract/moderation/moderation.ts';
import * as contentApiText from '../../text/server/content-api.ts';
import * as moderationApiText from '../../text/server/moderation-api.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import type { AccountService } from '../accounts/index.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { decisionChanged, heldItemChanged } from './events.ts';
import { decisionMailJob, removedContentJob } from './job-definitions.ts';
import type { MailKind } from './mails.ts';
import { presentDecision } from './present.ts';
import type { RemovedItemService, StoredPictures } from './removed-items.ts';
import { deleteHeldItem, findHeldItems } from './removed-items-store.ts';
import * as store from './store.ts';
import type { ReportSubjectService } from './subjects.ts';
import type { DecisionRow } from './tables.ts';

const day = 24 * 3_600_000;

type DecisionForm = z.output<(typeof decideReports)['body']>;

export interface DecisionServiceDeps extends Pick<Platform, 'clock' | 'jobs' | 'events'> {
	accounts: AccountService;
	subjects: ReportSubjectService;
	removedItems: RemovedItemService;
}

/** Applies decisions of administrators, with effects, mails and audit entries. Each method runs in the given transaction. */
export function createDecisionService({ clock, jobs, accounts, subjects, removedItems, events }: DecisionServiceDeps) {
	const queueMail = (tx: Tx, kind: MailKind, decisionId: number, accountId: number) =>
		jobs.add(tx, decisionMailJob, { kind, decision_id: decisionId, account_id: accountId });

	/**
	 * Applies and stores a decision and mails the people concerned. `pictures` are those of an item that the decision removes. `settle` decides the
	 * case's reports and returns its reporters' ids.
	 */
	async function decide(
		tx: Tx,
		actor: Actor,
		subject: store.CaseSubject,
		form: DecisionForm,
		pictures: StoredPictures | null,
		settle: (decision: DecisionRow) => Promise<readonly number[]>,
	): Promise<Decision> {
		const { kind, target_id: id, owner_id: ownerId } = subject;
		const until = form.decision === 'suspend' && form.days !== null ? clock.now() + form.days * day : null;
		// The owner is locked before the target, and the target before its case, in the same order as elsewhere, to avoid deadlocks. The
		// end of a review changes its seller's rating, too.
		if (form.decision === 'suspend' || kind === 'review') await accounts.lockForVisibility(tx, ownerId);
		else await accounts.lock(tx, ownerId);
		const isRemoval = form.decision === 'hide' || form.decision === 'delete';
		const traits = isRemoval ? await removedItems.describe(tx, subject) : null;
		await applyDecision(tx, actor, subject, form, until);
		if (isRemoval) await deleteHeldItem(tx, kind, id);
		else if (form.decision !== 'suspend') await releaseHeldItem(tx, actor, subject);
		// A held item stays hidden if its owner is suspended for it, until that is undone. Its owner no longer waits for a moderator.
		else if (kind !== 'account' && (await findHeldItems(tx, [subject])).size > 0)
			await subjects.hide(tx, actor, kind, id, form.reason);
		const row = await store.insertDecision(tx, {
			kind: form.decision,
			target_kind: kind,
			target_id: id,
			title: subject.title,
			owner_id: ownerId,
			reason: form.reason,
			until,
			created_at: clock.now(),
		});
		await removedItems.remember(tx, row, traits, pictures);
		if (form.decision === 'suspend') {
			await removedItems.rememberAccount(tx, row);
			await jobs.add(tx, removedContentJob, { decision_id: row.id });
		}
		const reporterIds = await settle(row);
		await accounts.trust.setReported(tx, ownerId, await store.isReported(tx, ownerId));
		await accounts.writeAudit(tx, actor, {
			action: `moderation.${form.decision}`,
			target: { kind, id },
			reason: form.reason,
		});
		if (form.decision !== 'dismiss') await queueMail(tx, 'owner', row.id, ownerId);
		for (const reporterId of reporterIds) await queueMail(tx, 'reporter', row.id, reporterId);
		await events.emit(tx, decisionChanged, { decisionId: row.id, kind: row.kind, ownerId, outcome: 'decided' });
		return presentDecision(row);
	}

	/** Shows an ad or post to everyone if it is held, unless a decision hides it, too. */
	async function releaseHeldItem(tx: Tx, actor: Actor, subject: Omit<store.CaseSubject, 'title'>): Promise<void> {
		const { kind, target_id: targetId, owner_id: ownerId } = subject;
		if (!(await deleteHeldItem(tx, kind, targetId)) || (await store.isHiddenByDecision(tx, subject))) return;
		await subjects.unhide(tx, actor, kind, targetId);
		const target = kind === 'ad' ? ('ads' as const) : ('posts' as const);
		await events.emit(tx, heldItemChanged, { target, targetId, ownerId, outcome: 'released' });
	}

	async function applyDecision(
		tx: Tx,
		actor: Actor,
		{ kind, target_id: id, owner_id: ownerId }: store.CaseSubject,
		{ decision, reason }: { decision: DecisionKind; reason: string },
		until: number | null,
	): Promise<void> {
		if (decision === 'suspend') await accounts.suspend(tx, ownerId, until);
		if (decision !== 'hide' && decision !== 'delete') return;
		if (kind === 'account') throw invalidInput({ decision: moderationApiText.accountNotHidden });
		if (decision === 'hide') await subjects.hide(tx, actor, kind, id, reason);
		else await subjects.takeDown(tx, actor, kind, id);
	}

	/** Closes the open case about the target of a decision if the case has no open report, signal or appeal. */
	async function closeIfResolved(tx: Tx, { target_kind: kind, target_id }: DecisionRow): Promise<void> {
		const open = await store.lockOpenCaseRow(tx, { kind, target_id });
		if (!open || (await store.hasOpenReportsOrSignals(tx, open.id))) return;
		if ((await store.listOpenAppeals(tx, [open])).length === 0) await store.closeCase(tx, open.id);
	}

	/** Undoes the effect of a lifted decision, unless another active decision has it, too. A suspension then lasts until the latest end. */
	async function revertDecision(tx: Tx, actor: Actor, row: DecisionRow): Promise<void> {
		await removedItems.forget(tx, row.id);
		const others = await store.listOtherActiveDecisions(tx, row);
		const subject = { ...row, kind: row.target_kind };
		if (row.kind === 'hide' && others.length === 0 && (await findHeldItems(tx, [subject])).size === 0) {
			await subjects.unhide(tx, actor, row.target_kind, row.target_id);
		}
		if (row.kind === 'delete' && others.length === 0) {
			await subjects.allowAgain(tx, actor, row.target_kind, row.target_id);
		}
		if (row.kind !== 'suspend') return;
		await releaseHeldItem(tx, actor, subject);
		const ends = others.map((other) => other.until ?? Number.POSITIVE_INFINITY).filter((until) => until > clock.now());
		if (ends.length === 0) return accounts.unsuspend(tx, row.owner_id);
		const latest = Math.max(...ends);
		await accounts.suspend(tx, row.owner_id, Number.isFinite(latest) ? latest : null);
	}

	async function lockDecision(tx: Tx, id: number): Promise<DecisionRow> {
		const row = await store.lockDecisionRow(tx, id);
		if (!row) throw new DomainError('not_found', moderationApiText.decisionGone);
		return row;
	}

	async function answerAppeal(
		tx: Tx,
		actor: Actor,
		row: DecisionRow,
		outcome: 'lifted' | 'upheld',
		reason: string,
		change: Parameters<typeof store.updateDecision>[2],
	): Promise<Decision> {
		const changed = await store.updateDecision(tx, row.id, { ...change, answer: reason });
		if (!changed) throw new DomainError('not_found', moderationApiText.decisionGone);
		// The account is locked before the case, in the same order as elsewhere, to avoid deadlocks.
		if (row.kind === 'warn') {
			await accounts.trust.setReported(tx, row.owner_id, await store.isReported(tx, row.owner_id));
		}
		await closeIfResolved(tx, changed);
		const action = outcome === 'lifted' ? 'moderation.lift' : 'moderation.uphold';
		await accounts.writeAudit(tx, actor, { action, target: { kind: 'decision', id: row.id }, reason });
		await queueMail(tx, outcome, row.id, row.owner_id);
		await events.emit(tx, decisionChanged, { decisionId: row.id, kind: row.kind, ownerId: row.owner_id, outcome });
		return presentDecision(changed);
	}

	/** Decides about a target that nobody may have reported, and decides its open reports and signals, if any. Throws `not_found`. */
	async function decideUnreported(
		tx: Tx,
		actor: Actor,
		{ kind, id, notFoundText }: { kind: ReportTarget; id: number; notFoundText: string },
		form: DecisionForm,
		pictures: StoredPictures | null,
	): Promise<Decision> {
		const found = (await subjects.findSubjects(tx, kind, [id])).get(id);
		if (!found) throw new DomainError('not_found', notFoundText);
		const subject = { kind, target_id: id, owner_id: found.ownerId, title: found.title };
		return decide(tx, actor, subject, form, pictures, async (decision) => {
			const open = await store.lockOpenCaseRow(tx, subject);
			if (!open) return [];
			const reporterIds = await store.markReportsAndSignalsDecided(tx, open.id, decision.id);
			await closeIfResolved(tx, decision);
			return reporterIds;
		});
	}

	/** Lifts a decision, which also answers its appeal, if any. Throws `conflict` for a dismissal or an already lifted decision. */
	async function lift(tx: Tx, actor: Actor, id: number, reason: string): Promise<Decision> {
		const row = await lockDecision(tx, id);
		if (row.kind === 'dismiss') throw new DomainError('conflict', moderationApiText.nothingToLift);
		if (row.lifted_at !== null) throw new DomainError('conflict', moderationApiText.alreadyUndone);
		await revertDecision(tx, actor, row);
		const outcome = row.appealed_at === null ? null : 'lifted';
		return answerAppeal(tx, actor, row, 'lifted', reason, { lifted_at: clock.now(), outcome });
	}

	return {
		lift,

		/**
		 * Decides the open reports and signals of a case. Throws `not_found` for an unknown case, `conflict` if the case is decided or has
		 * only an appeal.
		 */
		async decideCase(
			tx: Tx,
			actor: Actor,
			caseId: number,
			form: DecisionForm,
			pictures: StoredPictures | null,
		): Promise<Decision> {
			const found = await store.findCase(tx, caseId);
			if (!found) throw new DomainError('not_found', moderationApiText.caseGone);
			const { kind, target_id, owner_id } = found;
			const current = (await subjects.findSubjects(tx, kind, [target_id])).get(target_id);
			const subject = { kind, target_id, owner_id, title: current?.title ?? found.title };
			return decide(tx, actor, subject, form, pictures, async (decision) => {
				const locked = await store.lockCaseRow(tx, caseId);
				if (locked?.state !== 'open') throw new DomainError('conflict', moderationApiText.alreadyDecided);
				const appealed = (await store.listOpenAppeals(tx, [locked])).length > 0;
				if (appealed && !(await store.hasOpenReportsOrSignals(tx, caseId))) {
					throw new DomainError('conflict', moderationApiText.onlyAppealLeft);
				}
				if (!appealed) await store.closeCase(tx, caseId);
				return store.markReportsAndSignalsDecided(tx, caseId, decision.id);
			});
		},

		/** Suspends an account and decides its open reports and signals. Throws `not_found`; `forbidden` for an administrator's account. */
		suspend: (tx: Tx, actor: Actor, id: number, form: { reason: string; days: number | null }): Promise<Decision> =>
			decideUnreported(
				tx,
				actor,
				{ kind: 'account', id, notFoundText: accountsApiText.accountGone },
				{ decision: 'suspend', ...form },
				null,
			),

		/** Deletes an ad and decides its open reports and signals. Throws `not_found`. */
		removeAd: (tx: Tx, actor: Actor, id: number, reason: string, pictures: StoredPictures | null): Promise<Decision> =>
			decideUnreported(
				tx,
				actor,
				{ kind: 'ad', id, notFoundText: contentApiText.adGone },
				{ decision: 'delete', reason },
				pictures,
			),

		/** Lifts suspensions of an account, the latest first, until it is no longer suspended. Throws `conflict` if it is not suspended. */
		async endSuspension(tx: Tx, actor: Actor, accountId: number, reason: string): Promise<void> {
			if (!(await accounts.isSuspended(tx, accountId)))
				throw new DomainError('conflict', moderationApiText.notSuspended);
			while (await accounts.isSuspended(tx, accountId)) {
				const latest = (await store.findLatestSuspensionIds(tx, [accountId])).get(accountId);
				if (latest === undefined) throw new DomainError('conflict', moderationApiText.nothingToLift);
				await lift(tx, actor, latest, reason);
			}
		},

		/** Upholds a decision after an appeal. Throws `conflict` if the decision has no open appeal. */
		async uphold(tx: Tx, actor: Actor, id: number, reason: string): Promise<Decision> {
			const row = await lockDecision(tx, id);
			if (row.appealed_at === null) throw new DomainError('conflict', moderationApiText.notAppealed);
			if (row.outcome !== null) throw new DomainError('conflict', moderationApiText.appealAnswered);
			return answerAppeal(tx, actor, row, 'upheld', reason, { outcome: 'upheld' });
		},

		/** Records the owner's appeal against a decision. Throws `conflict` for a second appeal or a lifted decision. */
		async appeal(tx: Tx, id: number, text: string): Promise<Decision> {
			const row = await lockDecision(tx, id);
			if (row.lifted_at !== null) throw new DomainError('conflict', moderationApiText.decisionLifted);
			if (row.appealed_at !== null) throw new DomainError('conflict', moderationApiText.alreadyAppealed);
			const now = clock.now();
			const changed = await store.updateDecision(tx, id, { appeal: text, appealed_at: now });
			if (!changed) throw new DomainError('not_found', moderationApiText.decisionGone);
			const { target_kind: kind, target_id, owner_id, title } = row;
			await store.updateCaseWeights(tx, [await store.openCase(tx, { kind, target_id, owner_id, title }, now)]);
			return presentDecision(changed);
		},
	};
}
