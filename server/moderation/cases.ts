import type { z } from 'zod';
import {
	type listReports,
	type ReportCase,
	type ReportTarget,
	reportTargets,
} from '../../contract/moderation/moderation.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import type { AccountService } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { decodeCursor, toPage } from '../core/cursor.ts';
import type { Database } from '../database/index.ts';
import { presentDecision } from './present.ts';
import { findHeldItems } from './removed-items-store.ts';
import * as store from './store.ts';
import type { ReportSubject, ReportSubjectService } from './subjects.ts';
import type { CaseRow } from './tables.ts';

const maxReports = 50;

export function createCaseService({
	db,
	accounts,
	subjects,
}: {
	db: Database;
	accounts: AccountService;
	subjects: ReportSubjectService;
}) {
	/** Builds the response for cases. The number of queries does not depend on the number of cases. */
	async function present(rows: readonly CaseRow[]): Promise<ReportCase[]> {
		const ids = rows.map((row) => row.id);
		const reports = await store.listOpenReports(db, ids, maxReports);
		const signals = await store.listOpenSignals(db, ids);
		const appeals = await store.listOpenAppeals(db, rows);
		const reviewed = {} as Record<ReportTarget, Map<number, ReportSubject>>;
		for (const kind of reportTargets) {
			const ofKind = rows.filter((row) => row.kind === kind).map((row) => row.target_id);
			reviewed[kind] = ofKind.length === 0 ? new Map() : await subjects.findSubjects(db, kind, ofKind);
		}
		const others = await subjects.findSubjects(
			db,
			'ad',
			signals.flatMap((signal) => signal.other_ad_id ?? []),
		);
		const removals = await store.findDecisions(
			db,
			signals.flatMap((signal) => signal.decision_id ?? []),
		);
		const held = await findHeldItems(db, rows);
		const ownerIds = rows.map((row) => row.owner_id);
		const people = await accounts.findSummaries(db, [
			...ownerIds,
			...reports.map((report) => report.account_id),
			...removals.map((removal) => removal.owner_id),
		]);
		function presentRemoval(id: number | null) {
			const row = removals.find((removal) => removal.id === id);
			return row ? { decision: presentDecision(row), owner: people.get(row.owner_id)?.person ?? null } : null;
		}
		const decisions = await store.countActiveDecisionsByOwner(db, ownerIds);

		return rows.flatMap((row) => {
			const owner = people.get(row.owner_id);
			if (!owner) return [];
			const subject = reviewed[row.kind].get(row.target_id);
			const appeal = appeals.find(
				(decision) => decision.target_kind === row.kind && decision.target_id === row.target_id,
			);
			return [
				{
					id: row.id,
					target: {
						kind: row.kind,
						id: row.target_id,
						title: subject?.title ?? row.title,
						text: subject?.text ?? '',
						picture: subject?.picture ?? null,
						path: subject?.path ?? null,
						gone: !subject?.path,
					},
					owner: {
						...owner.person,
						decisions: decisions.get(row.owner_id) ?? 0,
						created_at: toIsoTime(owner.createdAt),
					},
					reports: reports
						.filter((report) => report.case_id === row.id)
						.map((report) => ({
							reporter: people.get(report.account_id)?.person ?? null,
							reason: report.reason,
							note: report.note,
							weight: report.weight,
							weight_reason: report.weight_reason,
							at: toIsoTime(report.created_at),
						})),
					flags: signals
						.filter((signal) => signal.case_id === row.id)
						.map(({ reason, note, other_ad_id, decision_id, removed_item_id, created_at }) => {
							const removed = presentRemoval(decision_id);
							return {
								reason,
								note: removed_item_id === null ? note : adminApiText.asInRemoved(note, removed?.decision.id ?? null),
								path: others.get(other_ad_id ?? 0)?.path ?? null,
								removed,
								at: toIsoTime(created_at),
							};
						}),
					held: held.has(`${row.kind} ${row.target_id}`),
					appeal: appeal ? presentDecision(appeal) : null,
					latest_at: toIsoTime(row.latest_at),
				},
			];
		});
	}

	return {
		/** Lists a page of open cases, the heaviest first, then the oldest. Throws `invalid` for a malformed cursor. */
		async list({ limit, cursor, ...filter }: z.output<(typeof listReports)['query']>) {
			const [weight, id] = decodeCursor(cursor, 2) ?? [];
			const after = weight === undefined || id === undefined ? null : { weight, id };
			const found = await store.listOpenCases(db, filter, after, limit + 1);
			const { rows, next_cursor } = toPage(found, limit, (row) => [row.weight, row.id]);
			return { items: await present(rows), next_cursor, open: await store.countOpenCases(db) };
		},
	};
}
