import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import type { ReportReason, ReportTarget, SignalReason } from '../../contract/moderation/moderation.ts';
import { type Db, isAmong, lockRow, type Tx, toListParameter } from '../database/index.ts';
import { cautionWeight, fullWeight } from './report-weight.ts';
import type { CaseRow, DecisionRow, ModerationTables, ReportRow, SignalRow } from './tables.ts';

const on = (db: Db) => db.tables<ModerationTables>();

// `open` is a literal and not a bound value, because the query planner recognizes a partial index by the condition in the SQL text.
const open = sql.lit('open' as const);

const hasOpenAppeal = sql<SqlBool>`exists (
	select 1 from decisions where decisions.target_kind = cases.kind and decisions.target_id = cases.target_id
	and decisions.appealed_at is not null and decisions.outcome is null
)`;

export interface CaseSubject {
	kind: ReportTarget;
	target_id: number;
	owner_id: number;
	title: string;
}

/** Opens a case about a target or updates the target's open case. Locks the case until the transaction ends. Returns the case id. */
export async function openCase(tx: Tx, subject: CaseSubject, now: number): Promise<number> {
	const row = await on(tx)
		.insertInto('cases')
		.values({ ...subject, state: 'open', opened_at: now, latest_at: now })
		.onConflict((conflict) =>
			conflict
				.columns(['kind', 'target_id'])
				.where('state', '=', open)
				.doUpdateSet({ latest_at: now, title: subject.title }),
		)
		.returning('id')
		.executeTakeFirstOrThrow();
	return row.id;
}

/** Stores a report unless the account has an open report about the same target. */
export async function insertReport(tx: Tx, report: Insertable<ModerationTables['reports']>): Promise<void> {
	await on(tx)
		.insertInto('reports')
		.values(report)
		.onConflict((conflict) =>
			conflict.columns(['kind', 'target_id', 'account_id']).where('state', '=', open).doNothing(),
		)
		.execute();
	await updateCaseWeights(tx, [report.case_id ?? null]);
}

export async function hasOpenReport(db: Db, { kind, target_id }: CaseSubject, accountId: number): Promise<boolean> {
	const row = await on(db)
		.selectFrom('reports')
		.select('id')
		.where('kind', '=', kind)
		.where('target_id', '=', target_id)
		.where('account_id', '=', accountId)
		.where('state', '=', open)
		.executeTakeFirst();
	return row !== undefined;
}

/** Returns whether customers are warned of an account: by enough open reports about it and its content, or by a warning of a moderator. */
export async function isReported(db: Db, ownerId: number): Promise<boolean> {
	const warnings = on(db)
		.selectFrom('decisions')
		.select('id')
		.where('owner_id', '=', ownerId)
		.where('kind', '=', 'warn')
		.where('lifted_at', 'is', null);
	if (await warnings.limit(1).executeTakeFirst()) return true;
	const { weight } = await on(db)
		.selectFrom('reports')
		.select(({ fn }) => fn.sum<number>('weight').as('weight'))
		.where('owner_id', '=', ownerId)
		.where('state', '=', open)
		.executeTakeFirstOrThrow();
	return Number(weight) >= cautionWeight;
}

/** Lists the accounts with open reports about an account and its content, with what each report weighs and its network, at most `limit`. */
export async function listReporters(
	db: Db,
	ownerId: number,
	limit: number,
): Promise<Pick<ReportRow, 'account_id' | 'weight' | 'network'>[]> {
	return on(db)
		.selectFrom('reports')
		.select(['account_id', 'weight', 'network'])
		.where('owner_id', '=', ownerId)
		.where('state', '=', open)
		.orderBy('weight', 'desc')
		.orderBy('id')
		.limit(limit)
		.execute();
}

export async function hasReportedOwner(db: Db, accountId: number, ownerId: number): Promise<boolean> {
	const query = on(db).selectFrom('reports').select('id').where('owner_id', '=', ownerId).where('state', '=', open);
	return (await query.where('account_id', '=', accountId).limit(1).executeTakeFirst()) !== undefined;
}

/** Counts the decisions since `since` on reports of an account: dismissals, and other decisions that are in force. */
export async function countDecisionsOnReports(
	db: Db,
	accountId: number,
	since: number,
): Promise<{ dismissed: number; upheld: number }> {
	const decided = on(db)
		.selectFrom('reports')
		.select('decision_id')
		.where('account_id', '=', accountId)
		.where('decision_id', 'is not', null);
	const counts = await on(db)
		.selectFrom('decisions')
		.select([
			sql<number>`count(case when kind = 'dismiss' then 1 end)`.as('dismissed'),
			sql<number>`count(case when kind <> 'dismiss' and lifted_at is null then 1 end)`.as('upheld'),
		])
		.where('id', 'in', decided)
		.where('created_at', '>=', since)
		.executeTakeFirstOrThrow();
	return { dismissed: Number(counts.dismissed), upheld: Number(counts.upheld) };
}

/** Computes the weights of cases again. Signals, and an appeal, weigh as much as a report. */
export async function updateCaseWeights(tx: Tx, caseIds: readonly (number | null)[]): Promise<void> {
	const ids = caseIds.filter((id) => id !== null);
	if (ids.length === 0) return;
	const full = sql.lit(fullWeight);
	const flag = sql`select 1 from flags where flags.case_id = cases.id and flags.state = ${open}`;
	await on(tx)
		.updateTable('cases')
		.set({
			weight: sql<number>`(
				select coalesce(sum(reports.weight), 0) from reports where reports.case_id = cases.id and reports.state = ${open}
			) + case when exists (${flag}) then ${full} else 0 end + case when ${hasOpenAppeal} then ${full} else 0 end`,
		})
		.where('id', 'in', ids)
		.execute();
}

/** Deletes an account's open reports. Returns the accounts that they were about, ordered by id, and their cases. */
export async function deleteOpenReports(
	tx: Tx,
	accountId: number,
): Promise<{ ownerIds: number[]; caseIds: (number | null)[] }> {
	const rows = await on(tx)
		.deleteFrom('reports')
		.where('account_id', '=', accountId)
		.where('state', '=', open)
		.returning(['owner_id', 'case_id'])
		.execute();
	return {
		ownerIds: [...new Set(rows.map((row) => row.owner_id))].sort((a, b) => a - b),
		caseIds: rows.map((row) => row.case_id),
	};
}

/** Deletes the networks of reports from before `moment`. */
export async function deleteReportNetworksBefore(db: Db, moment: number): Promise<void> {
	const networks = on(db).updateTable('reports').set({ network: null }).where('network', 'is not', null);
	await networks.where('created_at', '<', moment).execute();
}

/** What tells a signal from others about the same target. */
export interface DetectedSignal {
	reason: SignalReason;
	note: string;
	removed_item_id?: number;
}

export async function hasSignal(
	db: Db,
	{ kind, target_id }: CaseSubject,
	{ reason, note, removed_item_id = 0 }: DetectedSignal,
): Promise<boolean> {
	const row = await on(db)
		.selectFrom('flags')
		.select('id')
		.where('kind', '=', kind)
		.where('target_id', '=', target_id)
		.where('reason', '=', reason)
		.where('note', '=', note)
		.where(({ fn, val }) => fn.coalesce('removed_item_id', val(0)), '=', removed_item_id)
		.executeTakeFirst();
	return row !== undefined;
}

/** Finds those of the given ids whose targets have an open case. */
export async function findTargetIdsWithOpenCase(
	db: Db,
	kind: ReportTarget,
	ids: readonly number[],
): Promise<Set<number>> {
	if (ids.length === 0) return new Set();
	const rows = await on(db)
		.selectFrom('cases')
		.select('target_id')
		.where('kind', '=', kind)
		.where('state', '=', open)
		.where(isAmong(db, 'target_id', toListParameter(db, ids)))
		.execute();
	return new Set(rows.map((row) => row.target_id));
}

/** Finds the open case with the signals about an import, and counts these signals. Returns null if there is none. */
export async function findImportCase(
	db: Db,
	importId: number,
): Promise<(Pick<SignalRow, 'case_id' | 'kind' | 'target_id'> & { signals: number }) | null> {
	const rows = await on(db)
		.selectFrom('flags')
		.select(['case_id', 'kind', 'target_id'])
		.where('import_id', '=', importId)
		.where('state', '=', open)
		.orderBy('id')
		.execute();
	const [first] = rows;
	return first ? { ...first, signals: rows.length } : null;
}

/** Stores a signal (an automatic report) once per target, reason, note and removed item. */
export async function insertSignal(tx: Tx, signal: Insertable<ModerationTables['flags']>): Promise<void> {
	await on(tx)
		.insertInto('flags')
		.values(signal)
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	await updateCaseWeights(tx, [signal.case_id]);
}

/** Replaces the name of an account in the notes of signals about others. */
export async function replaceNameInSignals(tx: Tx, userName: string, replacement: string): Promise<void> {
	const name = `@${userName}`;
	const contains =
		tx.engine === 'sqlite' ? sql<SqlBool>`instr(note, ${name}) > 0` : sql<SqlBool>`strpos(note, ${name}) > 0`;
	const rows = await on(tx).selectFrom('flags').select(['id', 'note']).where(contains).execute();
	for (const { id, note } of rows) {
		// A longer user name may begin with this one.
		const after = note.replaceAll(new RegExp(`${name}(?![a-z0-9_])`, 'g'), replacement);
		await on(tx).updateTable('flags').set({ note: after }).where('id', '=', id).execute();
	}
}

export async function findCase(db: Db, id: number): Promise<CaseRow | null> {
	return (await on(db).selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Reads a case and locks it until the transaction ends. */
export async function lockCaseRow(tx: Tx, id: number): Promise<CaseRow | null> {
	return lockRow(tx, on(tx).selectFrom('cases').selectAll().where('id', '=', id));
}

export async function lockOpenCaseRow(
	tx: Tx,
	{ kind, target_id }: Pick<CaseSubject, 'kind' | 'target_id'>,
): Promise<CaseRow | null> {
	const query = on(tx).selectFrom('cases').selectAll().where('kind', '=', kind).where('target_id', '=', target_id);
	return lockRow(tx, query.where('state', '=', open));
}

export async function closeCase(tx: Tx, id: number): Promise<void> {
	await on(tx).updateTable('cases').set({ state: 'decided' }).where('id', '=', id).execute();
}

/** Marks all open reports and signals of a case as decided. Returns the account ids of the reporters. */
export async function markReportsAndSignalsDecided(tx: Tx, caseId: number, decisionId: number): Promise<number[]> {
	await on(tx).updateTable('flags').set({ state: 'decided' }).where('case_id', '=', caseId).execute();
	const reports = await on(tx)
		.updateTable('reports')
		.set({ state: 'decided', decision_id: decisionId, network: null })
		.where('case_id', '=', caseId)
		.where('state', '=', open)
		.returning('account_id')
		.execute();
	await updateCaseWeights(tx, [caseId]);
	return reports.map((report) => report.account_id);
}

/** Returns whether a case has open reports or signals. */
export async function hasOpenReportsOrSignals(db: Db, caseId: number): Promise<boolean> {
	const report = on(db).selectFrom('reports').select('id').where('case_id', '=', caseId).where('state', '=', open);
	const flag = on(db).selectFrom('flags').select('id').where('case_id', '=', caseId).where('state', '=', open);
	return [await report.limit(1).executeTakeFirst(), await flag.limit(1).executeTakeFirst()].some(Boolean);
}

export interface CaseFilter {
	kind?: ReportTarget | undefined;
	reason?: ReportReason | SignalReason | undefined;
	appeals?: boolean | undefined;
}

/** Lists open cases, the heaviest first, then the oldest. */
export async function listOpenCases(
	db: Db,
	{ kind, reason, appeals }: CaseFilter,
	after: Pick<CaseRow, 'weight' | 'id'> | null,
	limit: number,
): Promise<CaseRow[]> {
	let query = on(db).selectFrom('cases').selectAll().where('state', '=', open);
	if (after) {
		const { weight, id } = after;
		query = query.where((eb) => eb.or([eb('weight', '<', weight), eb('weight', '=', weight).and('id', '>', id)]));
	}
	if (kind) query = query.where('kind', '=', kind);
	if (reason) {
		query = query.where(
			sql<SqlBool>`(
				exists (select 1 from reports where case_id = cases.id and state = 'open' and reason = ${reason})
				or exists (select 1 from flags where case_id = cases.id and state = 'open' and reason = ${reason})
			)`,
		);
	}
	if (appeals !== undefined) query = query.where(appeals ? hasOpenAppeal : sql<SqlBool>`not ${hasOpenAppeal}`);
	return query.orderBy('weight', 'desc').orderBy('id').limit(limit).execute();
}

export async function countOpenCases(db: Db): Promise<number> {
	const row = await on(db)
		.selectFrom('cases')
		.select(({ fn }) => fn.countAll<number>().as('open'))
		.where('state', '=', open)
		.executeTakeFirstOrThrow();
	return Number(row.open);
}

/** Lists the times at which open cases were opened, oldest first. */
export async function listOpenCaseTimes(db: Db, limit: number): Promise<number[]> {
	const query = on(db).selectFrom('cases').select('opened_at').where('state', '=', open).orderBy('id').limit(limit);
	return (await query.execute()).map((row) => row.opened_at);
}

/** Lists the open reports of each case that count most, and the newest of those that count alike, at most `limit` per case. */
export async function listOpenReports(db: Db, caseIds: readonly number[], limit: number): Promise<ReportRow[]> {
	if (caseIds.length === 0) return [];
	return on(db)
		.with('numbered', (w) =>
			w
				.selectFrom('reports')
				.selectAll()
				.select(sql<number>`row_number() over (partition by case_id order by weight desc, id desc)`.as('place'))
				.where('case_id', 'in', caseIds)
				.where('state', '=', open),
		)
		.selectFrom('numbered')
		.selectAll()
		.where('place', '<=', limit)
		.orderBy('weight', 'desc')
		.orderBy('id', 'desc')
		.execute();
}

export async function listOpenSignals(db: Db, caseIds: readonly number[]): Promise<SignalRow[]> {
	if (caseIds.length === 0) return [];
	return on(db)
		.selectFrom('flags')
		.selectAll()
		.where('case_id', 'in', caseIds)
		.where('state', '=', open)
		.orderBy('id', 'desc')
		.execute();
}

export async function listOpenAppeals(db: Db, cases: readonly CaseRow[]): Promise<DecisionRow[]> {
	if (cases.length === 0) return [];
	return on(db)
		.selectFrom('decisions')
		.selectAll()
		.where('appealed_at', 'is not', null)
		.where('outcome', 'is', null)
		.where(({ or, and }) =>
			or(cases.map((openCase) => and({ target_kind: openCase.kind, target_id: openCase.target_id }))),
		)
		.orderBy('id')
		.execute();
}

/** Counts the active decisions against each account, without dismissals. */
export async function countActiveDecisionsByOwner(db: Db, ownerIds: readonly number[]): Promise<Map<number, number>> {
	if (ownerIds.length === 0) return new Map();
	const rows = await on(db)
		.selectFrom('decisions')
		.select(({ fn }) => ['owner_id', fn.countAll<number>().as('decisions')])
		.where('owner_id', 'in', ownerIds)
		.where('kind', '<>', 'dismiss')
		.where('lifted_at', 'is', null)
		.groupBy('owner_id')
		.execute();
	return new Map(rows.map((row) => [row.owner_id, Number(row.decisions)]));
}

export async function insertDecision(
	tx: Tx,
	decision: Insertable<ModerationTables['decisions']>,
): Promise<DecisionRow> {
	return on(tx).insertInto('decisions').values(decision).returningAll().executeTakeFirstOrThrow();
}

export async function findDecision(db: Db, id: number): Promise<DecisionRow | null> {
	return (await on(db).selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findDecisions(db: Db, ids: readonly number[]): Promise<DecisionRow[]> {
	return ids.length === 0 ? [] : on(db).selectFrom('decisions').selectAll().where('id', 'in', ids).execute();
}

export async function updateDecision(
	tx: Tx,
	id: number,
	change: Updateable<ModerationTables['decisions']>,
): Promise<DecisionRow | null> {
	return (
		(await on(tx).updateTable('decisions').set(change).where('id', '=', id).returningAll().executeTakeFirst()) ?? null
	);
}

/** Reads a decision and locks it until the transaction ends. */
export function lockDecisionRow(tx: Tx, id: number): Promise<DecisionRow | null> {
	return lockRow(tx, on(tx).selectFrom('decisions').selectAll().where('id', '=', id));
}

/**
 * Lists other active decisions that have the effect of this one: about the same account for a suspension, else about the same target. A
 * deletion also hides.
 */
export async function listOtherActiveDecisions(
	db: Db,
	{
		id,
		kind,
		target_kind,
		target_id,
		owner_id,
	}: Pick<DecisionRow, 'id' | 'kind' | 'target_kind' | 'target_id' | 'owner_id'>,
): Promise<DecisionRow[]> {
	let query = on(db)
		.selectFrom('decisions')
		.selectAll()
		.where('owner_id', '=', owner_id)
		.where('kind', 'in', kind === 'hide' || kind === 'delete' ? ['hide', 'delete'] : [kind])
		.where('id', '<>', id)
		.where('lifted_at', 'is', null);
	if (kind !== 'suspend') query = query.where('target_kind', '=', target_kind).where('target_id', '=', target_id);
	return query.execute();
}

/** Returns whether an active decision hides an item, or deletes it. */
export async function isHiddenByDecision(
	db: Db,
	{ kind: target_kind, target_id, owner_id }: Omit<CaseSubject, 'title'>,
): Promise<boolean> {
	const hide = { id: 0, kind: 'hide' as const, target_kind, target_id, owner_id };
	return (await listOtherActiveDecisions(db, hide)).length > 0;
}

/** Returns the id of the latest suspension that isn't lifted, by account id. */
export async function findLatestSuspensionIds(db: Db, ownerIds: readonly number[]): Promise<Map<number, number>> {
	if (ownerIds.length === 0) return new Map();
	const rows = await on(db)
		.selectFrom('decisions')
		.select(['owner_id', 'id'])
		.where('owner_id', 'in', ownerIds)
		.where('kind', '=', 'suspend')
		.where('lifted_at', 'is', null)
		.orderBy('id')
		.execute();
	return new Map(rows.map((row) => [row.owner_id, row.id]));
}

/** Lists decisions about an account and its content, newest first, without dismissals. Without `limit`, lists all of them. */
export async function listDecisions(
	db: Db,
	ownerId: number,
	below: number | null,
	limit?: number,
): Promise<DecisionRow[]> {
	let query = on(db).selectFrom('decisions').selectAll().where('owner_id', '=', ownerId).where('kind', '<>', 'dismiss');
	if (below !== null) query = query.where('id', '<', below);
	if (limit !== undefined) query = query.limit(limit);
	return query.orderBy('id', 'desc').execute();
}

/** Lists decisions about content that an account reported, newest first. */
export async function listDecisionsOnReports(
	db: Db,
	accountId: number,
	below: number | null,
	limit: number,
): Promise<DecisionRow[]> {
	let query = on(db)
		.selectFrom('reports')
		.innerJoin('decisions', 'decisions.id', 'reports.decision_id')
		.selectAll('decisions')
		.where('reports.account_id', '=', accountId)
		.where('reports.decision_id', 'is not', null);
	if (below !== null) query = query.where('reports.decision_id', '<', below);
	return query.orderBy('reports.decision_id', 'desc').limit(limit).execute();
}

/** Lists the pictures of other sellers' ads by hash key, oldest ads first, at most 1000 rows. A picture has a row per matching key. */
export async function findPicturesByHashKeys(
	db: Db,
	keys: readonly number[],
	ownerId: number,
): Promise<{ ad_id: number; owner_id: number; hash: string }[]> {
	return on(db)
		.selectFrom('picture_hashes')
		.select(['ad_id', 'owner_id', 'hash'])
		.where('key', 'in', keys)
		.where('owner_id', '<>', ownerId)
		.orderBy('ad_id')
		.limit(1000)
		.execute();
}

export async function replacePictureHashes(
	tx: Tx,
	adId: number,
	rows: readonly Insertable<ModerationTables['picture_hashes']>[],
): Promise<void> {
	await on(tx).deleteFrom('picture_hashes').where('ad_id', '=', adId).execute();
	if (rows.length > 0) await on(tx).insertInto('picture_hashes').values(rows).execute();
}

export async function listReportsByReporter(db: Db, accountId: number): Promise<ReportRow[]> {
	return on(db).selectFrom('reports').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}
