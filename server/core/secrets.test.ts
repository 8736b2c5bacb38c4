import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../database/index.ts';
import { describeOnBothEngines, openTestDatabase } from '../testing/database.ts';
import { decrypt, encrypt, generateToken, getOrCreateSecret, hashToken } from './secrets.ts';

describeOnBothEngines('secrets', (engine) => {
	test('creates a secret once for concurrent callers', async () => {
		const db = await openTestDatabase(engine);
		onTestFinished(() => db.close());
		const second = db.postgresUrl === null ? db : openDatabase({ postgresUrl: db.postgresUrl, file: '' });
		const values = await Promise.all(
			Array.from({ length: 10 }, (_, index) => getOrCreateSecret(index % 2 === 0 ? db : second, 'signing')),
		);
		expect(values[0]).toMatch(/^[0-9a-f]{64}$/);
		expect(new Set(values).size).toBe(1);
		expect(await db.transaction((tx) => getOrCreateSecret(tx, 'signing'))).toBe(values[0]);
		expect(await getOrCreateSecret(db, 'other')).not.toBe(values[0]);
		if (second !== db) await second.close();
	});
});

test('creates long, unique tokens and stores their hash', () => {
	const tokens = Array.from({ length: 100 }, generateToken);
	expect(new Set(tokens).size).toBe(100);
	for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
	expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('decrypts with the same key and purpose only', () => {
	const [key, otherKey] = ['a'.repeat(64), 'b'.repeat(64)];
	const encrypted = encrypt(key, 'totp 1', 'SECRET é');
	expect(encrypted).not.toContain('SECRET');
	expect(encrypt(key, 'totp 1', 'SECRET é')).not.toBe(encrypted);
	expect(decrypt(key, 'totp 1', encrypted)).toBe('SECRET é');
	expect(() => decrypt(otherKey, 'totp 1', encrypted)).toThrow();
	expect(() => decrypt(key, 'totp 2', encrypted)).toThrow();
	expect(() => decrypt(key, 'totp 1', `${encrypted.slice(0, -4)}AAAA`)).toThrow();
	expect(() => decrypt(key, 'totp 1', encrypted.slice(0, 10))).toThrow();
});
