import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate, openDatabase } from '../database/index.ts';
import { waiting } from './0037-waiting.ts';
import { migrations } from './index.ts';

let folder: string;
let db: Database;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-migration-'));
	db = openDatabase({ postgresUrl: null, file: join(folder, 'test.sqlite') });
	await migrate(db, migrations.slice(0, migrations.indexOf(waiting)));
	await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
		values (1, 'a', 'A', 'a', 'a', 'user', 0), (2, 'b', 'B', 'b', 'b', 'user', 0)`.execute(db.kysely);
	for (const [id, state] of [
		[1, 'awaiting_payment'],
		[2, 'awaiting_payment'],
		[3, 'paid'],
	] as const) {
		await sql`insert into enrollments (id, course_id, coursetype, name, email, email_key, phone, state, price_kobo, reference, words,
			created_at, updated_at) values (${id}, 'c', 'c', 'n', 'e', ${`e${id}`}, 'p', ${state}, 1, ${`r${id}`}, '', 0, 0)`.execute(
			db.kysely,
		);
		// The second enrollment awaits payment again, so its proof was sent for an earlier payment.
		const since = id === 2 ? 50 : 10;
		await sql`insert into enrollment_steps (enrollment_id, state, at) values (${id}, 'awaiting_payment', ${since})`.execute(
			db.kysely,
		);
		for (const [index, at] of [20, 30].entries()) {
			const mediaId = id * 10 + index;
			await sql`insert into media (id, public_id, account_id, kind, state, access, capability, secure_url, file_name, bytes,
				created_at) values (${mediaId}, ${`p${mediaId}`}, 1, 'image', 'ready', 'private', ${`c${mediaId}`}, ${`s${mediaId}`}, 'f', 1, 0)`.execute(
				db.kysely,
			);
			await sql`insert into enrollment_proofs (media_id, enrollment_id, at) values (${mediaId}, ${id}, ${at})`.execute(
				db.kysely,
			);
		}
	}
	await sql`insert into cases (id, kind, target_id, owner_id, title, state, latest_at)
		values (1, 'ad', 7, 1, 'Lamp', 'open', 90), (2, 'ad', 8, 1, 'Shoe', 'open', 80)`.execute(db.kysely);
	await sql`insert into reports (case_id, account_id, kind, target_id, owner_id, reason, note, state, created_at)
		values (1, 2, 'ad', 7, 1, 'scam', '', 'open', 60)`.execute(db.kysely);
	await migrate(db, migrations);
});
afterAll(async () => {
	await db.close();
	await rm(folder, { recursive: true, force: true });
});

test('finds the oldest unchecked proof of each enrollment that awaits payment', async () => {
	const { rows } = await sql`select id, proof_at from enrollments order by id`.execute(db.kysely);
	expect(rows).toEqual([
		{ id: 1, proof_at: 20 },
		{ id: 2, proof_at: null },
		{ id: 3, proof_at: null },
	]);
});

test('dates a case by its first open report, or else by its latest change', async () => {
	const { rows } = await sql`select id, opened_at from cases order by id`.execute(db.kysely);
	expect(rows).toEqual([
		{ id: 1, opened_at: 60 },
		{ id: 2, opened_at: 80 },
	]);
});

test.each([
	['proofs', 'select proof_at from enrollments where proof_at is not null order by proof_at limit 100'],
	['requests', "select updated_at from enrollments where state = 'requested' order by id limit 100"],
	['payments', 'select updated_at from enrollments where attention is not null order by updated_at limit 100'],
	['cases', "select opened_at from cases where state = 'open' order by id limit 100"],
	['verifications', "select created_at from business_verifications where state = 'pending' order by id limit 100"],
])('reads the waiting %s from one index without sorting', async (_, query) => {
	const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(db.kysely);
	expect(rows.map(({ detail }) => detail)).toEqual([
		expect.stringMatching(/^(SEARCH|SCAN) \w+ USING (COVERING )?INDEX /),
	]);
});
