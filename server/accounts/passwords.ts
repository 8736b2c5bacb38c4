import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash, verify } from '@node-rs/argon2';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { DomainError } from '../core/domain-error.ts';

const argon2id = 2;

/** Cost of an argon2id hash: `memoryCost` in KiB, `timeCost` in passes. */
export interface PasswordCost {
	memoryCost: number;
	timeCost: number;
}

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
export const defaultPasswordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

// Password hashing is the most expensive work that an unauthenticated request can cause, so at most two run at a time and 40 wait. Only the hash for unknown accounts,
// which is made once, runs beside them.
const maxConcurrent = 2;
const maxQueued = 40;

export interface PasswordHasher {
	hash(password: string): Promise<string>;
	/** Compares a password with a hash. Without a hash, the comparison takes as long as with a wrong password. */
	matches(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Creates a password hasher. The methods throw `unavailable` if too many calls wait. */
export function createPasswordHasher({ memoryCost, timeCost }: PasswordCost): PasswordHasher {
	const options = { algorithm: argon2id, memoryCost, timeCost, parallelism: 1 };
	let running = 0;
	const waiting: (() => void)[] = [];
	let dummyHash: Promise<string> | undefined;

	async function withSlot<Result>(work: () => Promise<Result>): Promise<Result> {
		if (running >= maxConcurrent) {
			if (waiting.length >= maxQueued) {
				throw new DomainError('unavailable', accountsApiText.tooManyLogIns, { retryAfter: 5 });
			}
			await new Promise<void>((resume) => waiting.push(resume));
		} else {
			running++;
		}
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	}

	return {
		hash: (password) => withSlot(() => hash(password, options)),
		async matches(passwordHash, password) {
			// The dummy hash skips the queue. Otherwise a full queue could leave a rejected promise in `dummyHash` for good.
			dummyHash ??= hash('nobody has this password', options);
			const hashToVerify = passwordHash ?? (await dummyHash);
			const isMatch = await withSlot(() => verify(hashToVerify, password));
			return isMatch && passwordHash !== null;
		},
	};
}

export function findAccountPasswordWeakness(
	password: string,
	account: { user_name: string; email: string },
): string | null {
	return findPasswordWeakness(password, [account.user_name, account.email.split('@')[0] ?? '']);
}

/** Returns why a password is too weak, or null. */
export function findPasswordWeakness(password: string, names: readonly string[]): string | null {
	const folded = password.toLowerCase();
	if (
		commonPasswords.has(folded) ||
		/^(.)\1*$/.test(folded) ||
		'0123456789012345'.includes(folded) ||
		'9876543210987654'.includes(folded)
	) {
		return accountsApiText.passwordTooCommon;
	}
	const containsName = names.some((name) => name.length >= 3 && folded.includes(name.toLowerCase()));
	return containsName ? accountsApiText.passwordHoldsName : null;
}

/** Common passwords in Nigeria that are missing in the international lists. */
const localPasswords =
	'nigeria123 naija123 lagos123 jesuslove favour123 whatsapp instagram android1 user1234 kasuwa123';

/**
 * Common passwords in lower case, at least eight characters long. Sources: Django's list of 20,000 common passwords (BSD), and the first
 * 10,000 of that length from zxcvbn-ts (MIT).
 */
const listedPasswords = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8');

const commonPasswords = new Set(`${listedPasswords}${localPasswords}`.split(/\s+/));
