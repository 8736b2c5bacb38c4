import { createHash, randomBytes } from 'node:crypto';
import type { Db } from './database/index.ts';

interface SecretTables {
	secrets: { name: string; value: string };
}

/** A secret the server makes for itself: 256 random bits in hex, the same in every process and after every start. */
export async function secretNamed(db: Db, name: string): Promise<string> {
	const tables = db.tables<SecretTables>();
	await tables
		.insertInto('secrets')
		.values({ name, value: randomBytes(32).toString('hex') })
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute();
	const row = await tables.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
	return row.value;
}

/** 256 random bits, safe in an address. */
export function randomToken(): string {
	return randomBytes(32).toString('base64url');
}

/** What is kept of a random token: enough to find it, not to use it. */
export function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}
