import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, migrate, openDatabase } from '../database/index.ts';
import { migrations } from './index.ts';

let folder: string;
let db: Database;

const file = (id: number, owner: number) =>
	sql`insert into media (id, public_id, account_id, kind, state, access, capability,
	secure_url, file_name, bytes, created_at) values (${id}, ${`p${id}`}, ${owner}, 'image', 'ready', 'public', ${`c${id}`},
	${`s${id}`}, 'f', 1, 0)`.execute(db.kysely);
const owners = () =>
	sql<{ id: number; account_id: number | null }>`select id, account_id from media order by id`.execute(db.kysely);

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-migration-'));
	db = openDatabase({ postgresUrl: null, file: join(folder, 'test.sqlite') });
	await migrate(
		db,
		migrations.filter(({ name }) => name < '0015'),
	);
	await sql`insert into accounts (id, user_name, display_name, email, email_key, role, created_at)
		values (1, 'risi', 'Risi', 'a', 'a', 'user', 0), (2, 'ada', 'Ada', 'b', 'b', 'user', 0)`.execute(db.kysely);
	await file(1, 1);
	await file(2, 2);
	await sql`insert into ads (id, seller_id, format, category, title, description, place, media_state, pictures, cover_id, visible,
		score, created_at, updated_at) values (1, 1, 'image', 'Sportswear', 'Lamp', 'd', 'Kano', 'ready', 1, 1, 1, 0, 0, 0)`.execute(
		db.kysely,
	);
	await migrate(db, migrations);
});
afterAll(async () => {
	await db.close();
	await rm(folder, { recursive: true, force: true });
});

test('files of before keep their owners, go with them, and no longer need one', async () => {
	expect((await owners()).rows).toEqual([
		{ id: 1, account_id: 1 },
		{ id: 2, account_id: 2 },
	]);
	await sql`update media set account_id = null where id = 1`.execute(db.kysely);
	await sql`delete from accounts where id = 2`.execute(db.kysely);
	expect((await owners()).rows).toEqual([{ id: 1, account_id: null }]);
	await expect(sql`delete from media where id = 1`.execute(db.kysely)).rejects.toThrow('FOREIGN KEY');
	await expect(file(3, 9)).rejects.toThrow('FOREIGN KEY');
});
