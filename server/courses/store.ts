import { sql } from 'kysely';
import { type Db, lockRow, type Tx } from '../database/index.ts';
import type { CertificateRow, CourseTables, LearnerRow, ModuleContentRow } from './tables.ts';

const on = (db: Db) => db.tables<CourseTables>();

export interface LearnerKey {
	accountId: number;
	courseId: string;
}

/** Makes an account a learner of a course. Does nothing if it already is one. */
export async function insertLearner(tx: Tx, learner: LearnerRow): Promise<void> {
	await on(tx)
		.insertInto('learners')
		.values(learner)
		.onConflict((conflict) => conflict.columns(['account_id', 'course_id']).doNothing())
		.execute();
}

export async function deleteLearner(tx: Tx, { accountId, courseId }: LearnerKey): Promise<void> {
	await on(tx).deleteFrom('learners').where('account_id', '=', accountId).where('course_id', '=', courseId).execute();
}

export async function listAccountLearnerRows(db: Db, accountId: number): Promise<LearnerRow[]> {
	return on(db)
		.selectFrom('learners')
		.selectAll()
		.where('account_id', '=', accountId)
		.orderBy('enrolled_at')
		.orderBy('course_id')
		.execute();
}

export async function findLearner(db: Db, { accountId, courseId }: LearnerKey): Promise<LearnerRow | null> {
	const row = await on(db)
		.selectFrom('learners')
		.selectAll()
		.where('account_id', '=', accountId)
		.where('course_id', '=', courseId)
		.executeTakeFirst();
	return row ?? null;
}

/** Locks the learner, so that concurrent changes of progress run one after the other. */
export async function lockLearnerRow(tx: Tx, { accountId, courseId }: LearnerKey): Promise<LearnerRow | null> {
	const query = on(tx).selectFrom('learners').selectAll().where('account_id', '=', accountId);
	return lockRow(tx, query.where('course_id', '=', courseId));
}

/** Tables of the modules that learners did or whose checks they passed, with the columns of the times. */
const progressTimes = { modules_done: 'done_at', module_checks: 'passed_at' } as const;

type ProgressTable = keyof typeof progressTimes;

/** Stores that a learner did a module or passed its check. Does nothing if that is stored already. */
export async function insertProgress(
	tx: Tx,
	table: ProgressTable,
	{ accountId, courseId }: LearnerKey,
	module: number,
	at: number,
): Promise<void> {
	await sql`
		insert into ${sql.table(table)} (account_id, course_id, module, ${sql.ref(progressTimes[table])})
		values (${accountId}, ${courseId}, ${module}, ${at}) on conflict (account_id, course_id, module) do nothing
	`.execute(on(tx));
}

export async function deleteModuleDone(tx: Tx, { accountId, courseId }: LearnerKey, module: number): Promise<void> {
	await on(tx)
		.deleteFrom('modules_done')
		.where('account_id', '=', accountId)
		.where('course_id', '=', courseId)
		.where('module', '=', module)
		.execute();
}

/** Lists the modules that an account has done, or whose checks it has passed, ordered by module number. */
export async function listProgress(
	db: Db,
	table: ProgressTable,
	accountId: number,
): Promise<{ course_id: string; module: number; at: number }[]> {
	const { rows } = await sql<{ course_id: string; module: number; at: number }>`
		select course_id, module, ${sql.ref(progressTimes[table])} as at from ${sql.table(table)}
		where account_id = ${accountId} order by module
	`.execute(on(db));
	return rows;
}

/** Returns when a learner did the first of the done modules. */
export async function findFirstDoneAt(db: Db, { accountId, courseId }: LearnerKey): Promise<number | null> {
	const row = await on(db)
		.selectFrom('modules_done')
		.select(({ fn }) => fn.min<number | null>('done_at').as('first'))
		.where('account_id', '=', accountId)
		.where('course_id', '=', courseId)
		.executeTakeFirst();
	return row?.first == null ? null : Number(row.first);
}

/** Stores a certificate. Does nothing if the account already has a certificate for the course. */
export async function insertCertificate(tx: Tx, certificate: CertificateRow): Promise<void> {
	await on(tx)
		.insertInto('certificates')
		.values(certificate)
		.onConflict((conflict) => conflict.columns(['account_id', 'course_id']).doNothing())
		.execute();
}

export async function listCertificates(db: Db, accountId: number): Promise<CertificateRow[]> {
	return on(db).selectFrom('certificates').selectAll().where('account_id', '=', accountId).execute();
}

/** Finds a certificate by code. Returns null if its account is no longer a learner of the course. */
export async function findCertificate(db: Db, code: string): Promise<CertificateRow | null> {
	const row = await on(db)
		.selectFrom('certificates')
		.innerJoin('learners', (join) =>
			join
				.onRef('learners.account_id', '=', 'certificates.account_id')
				.onRef('learners.course_id', '=', 'certificates.course_id'),
		)
		.selectAll('certificates')
		.where('code', '=', code)
		.executeTakeFirst();
	return row ?? null;
}

/** Lists for each stored module whether it has a text and a video. Does not load the texts. */
export async function listModuleSummaries(
	db: Db,
	courseId: string,
): Promise<{ module: number; has_text: boolean; has_video: boolean }[]> {
	const rows = await on(db)
		.selectFrom('module_contents')
		.select(['module', 'media_id'])
		.select(({ fn }) => fn<number>('length', ['text']).as('letters'))
		.where('course_id', '=', courseId)
		.execute();
	return rows.map(({ module, letters, media_id }) => ({
		module,
		has_text: letters > 0,
		has_video: media_id !== null,
	}));
}

export async function findModule(db: Db, courseId: string, module: number): Promise<ModuleContentRow | null> {
	const row = await on(db)
		.selectFrom('module_contents')
		.selectAll()
		.where('course_id', '=', courseId)
		.where('module', '=', module)
		.executeTakeFirst();
	return row ?? null;
}

/** Locks the stored content of a module. Creates an empty row if the module has none. */
export async function lockModuleRow(tx: Tx, courseId: string, module: number, at: number): Promise<ModuleContentRow> {
	return on(tx)
		.insertInto('module_contents')
		.values({ course_id: courseId, module, text: '', media_id: null, updated_at: at })
		.onConflict((conflict) => conflict.columns(['course_id', 'module']).doUpdateSet({ updated_at: at }))
		.returningAll()
		.executeTakeFirstOrThrow();
}

export async function updateModule(
	tx: Tx,
	{ course_id, module }: ModuleContentRow,
	change: { text: string; media_id: number | null },
): Promise<void> {
	await on(tx)
		.updateTable('module_contents')
		.set(change)
		.where('course_id', '=', course_id)
		.where('module', '=', module)
		.execute();
}
