import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Db } from './database/index.ts';

interface SecretTables {
	secrets: { name: string; value: string };
}

/** A secret the server makes for itself: 256 random bits in hex, the same in every process and after every start. */
export async function getOrCreateSecret(db: Db, name: string): Promise<string> {
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

/** Text that can be read with the same key and for the same purpose only (AES-256-GCM). `key` is 64 hex digits, as `getOrCreateSecret` gives. */
export function encrypt(key: string, purpose: string, text: string): string {
	const iv = randomBytes(12);
	const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv).setAAD(Buffer.from(purpose));
	const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** What `seal` has hidden. Throws where key, purpose or text are not those of then. */
export function decrypt(key: string, purpose: string, encrypted: string): string {
	const bytes = Buffer.from(encrypted, 'base64url');
	const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, 12), {
		authTagLength: 16,
	})
		.setAAD(Buffer.from(purpose))
		.setAuthTag(bytes.subarray(12, 28));
	return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
