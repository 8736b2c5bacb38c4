import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import type { Db } from '../database/index.ts';

interface SecretTables {
	secrets: { name: string; value: string };
}

/** Returns the secret with this name, and generates it on first use: 256 random bits in hex, stored in the database for all processes. */
export async function getOrCreateSecret(db: Db, name: string): Promise<string> {
	const tables = db.tables<SecretTables>();
	const stored = tables.selectFrom('secrets').select('value').where('name', '=', name);
	// A server must start on a full disk, so an existing secret is only read.
	const existing = await stored.executeTakeFirst();
	if (existing) return existing.value;
	await tables
		.insertInto('secrets')
		.values({ name, value: randomBytes(32).toString('hex') })
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute();
	return (await stored.executeTakeFirstOrThrow()).value;
}

/** Generates a token of 256 random bits in base64url. */
export function generateToken(): string {
	return randomBytes(32).toString('base64url');
}

/** Returns the hash of a random token that is stored instead of the token (SHA-256 in hex). */
export function hashToken(token: string): string {
	return hash('sha256', token);
}

/** Encrypts a text with AES-256-GCM. Decryption needs the same key and purpose. `key` is 64 hex digits, as from `getOrCreateSecret`. */
export function encrypt(key: string, purpose: string, text: string): string {
	const iv = randomBytes(12);
	const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv).setAAD(Buffer.from(purpose));
	const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
	return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
}

/** Reverses `encrypt`. Throws if the key or purpose differs, or if the encrypted text was changed. */
export function decrypt(key: string, purpose: string, encrypted: string): string {
	const bytes = Buffer.from(encrypted, 'base64url');
	const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, 12), {
		authTagLength: 16,
	})
		.setAAD(Buffer.from(purpose))
		.setAuthTag(bytes.subarray(12, 28));
	return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
