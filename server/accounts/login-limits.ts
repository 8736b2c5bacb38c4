import { createHmac } from 'node:crypto';
import * as limits from '../../contract/core/limits.ts';
import { catchTooManyRequests } from '../core/rate-limits.ts';
import { hashToken } from '../core/secrets.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import * as store from './known-login-origins-store.ts';
import { toClaimKey } from './names.ts';
import { findAccountByEmail } from './store.ts';
import type { KnownLoginOriginRow } from './tables.ts';

/** Network and browser from which somebody tries to log in. */
export interface LoginOrigin {
	/** Network prefix of the caller (`toNetworkPrefix`): an IPv4 address or an IPv6 /64. */
	network: string;
	/** Wide network prefix of the caller (`toWideNetworkPrefix`): an IPv4 address or an IPv6 /56. */
	wideNetwork: string;
	/** Random key of the caller's browser; null if the key is missing or guessable. */
	deviceKey: string | null;
}

export type LoginLimiter = ReturnType<typeof createLoginLimiter>;

const attemptWindow = 15 * 60_000;
const narrowRate = { most: 10, window: attemptWindow };
const wideRate = { most: 100, window: attemptWindow };

/** Number of accounts on a network beyond which sharing it proves nothing: mobile carriers have thousands of customers per address. */
const maxAccountsOfNetwork = 20;

// Counters hold a hash of the address, because an account may be erased before its counters are swept.

/** Rate limit subject of an account's password attempts. One `clear` call resets all counters of a subject. */
export const getPasswordRateLimitSubject = (emailKey: string) => `passwords of ${hashToken(emailKey)}`;

/** Key of the counter of an account's logins from all networks together. */
export const getLoginRateLimitKey = (emailKey: string) => `login ${hashToken(emailKey)}`;

/**
 * Limits login attempts per account: a narrow limit per network, and a wide limit for all networks together. Networks and devices from
 * which the account logged in before have only a narrow limit, so that strangers cannot lock out the owner.
 */
export function createLoginLimiter({
	db,
	clock,
	rateLimits,
	secret,
}: Pick<Platform, 'db' | 'clock' | 'rateLimits'> & {
	/** HMAC key that hashes networks and device keys. */
	secret: string;
}) {
	const hash = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
	const hashCaller = (accountId: number, kind: KnownLoginOriginRow['kind'], value: string) =>
		hash(`${accountId} ${kind} ${value}`);

	/** Returns the hash of a known network or device, else null. Unknown accounts cost the same queries, so that timing hides them. */
	async function findKnownHash(
		emailKey: string,
		kind: KnownLoginOriginRow['kind'],
		value: string,
	): Promise<string | null> {
		const since = clock.now() - limits.knownCallerTtl;
		for (const key of [emailKey, toClaimKey(emailKey)]) {
			const account_id = (await findAccountByEmail(db, key))?.id ?? 0;
			const callerHash = hashCaller(account_id, kind, value);
			if (await store.isKnownLoginOrigin(db, { account_id, kind, hash: callerHash }, since)) return callerHash;
		}
		return null;
	}

	return {
		/** Counts a login attempt. For an unknown device, calls `checkRate` to count the attempt per IP address too. Throws `too_many`. */
		async countAttempt(
			emailKey: string,
			{ network, wideNetwork, deviceKey }: LoginOrigin,
			checkRate: () => Promise<void>,
		): Promise<void> {
			const subject = getPasswordRateLimitSubject(emailKey);
			const count = (key: string, rate = narrowRate) => rateLimits.count(key, rate, { subject });
			const wideKey = getLoginRateLimitKey(emailKey);
			const keyPrefix = `${wideKey} from`;
			const deviceHash = deviceKey && (await findKnownHash(emailKey, 'device', deviceKey));
			if (deviceHash) return count(`${keyPrefix} device ${deviceHash}`);
			await checkRate();
			// The account's wide login limit is checked before anything is counted, so that a rejected attempt costs no write.
			const locked = await catchTooManyRequests(rateLimits.check(wideKey, wideRate));
			const narrowRejection = locked ? null : await catchTooManyRequests(count(`${keyPrefix} ${wideNetwork}`));
			const rejection = locked ?? narrowRejection ?? (await catchTooManyRequests(count(wideKey, wideRate)));
			if (!rejection) return;
			const hasOwnLimit = network !== wideNetwork;
			if ((narrowRejection && !hasOwnLimit) || !(await findKnownHash(emailKey, 'network', network))) throw rejection;
			if (hasOwnLimit || locked) await count(`${keyPrefix} ${network}`);
		},

		/** Stores the network and device as known to the account. Call `rememberCaller` only after a successful authentication. */
		async rememberCaller(
			tx: Tx,
			accountId: number,
			{ network, deviceKey }: Pick<LoginOrigin, 'network' | 'deviceKey'>,
		) {
			const last_used_at = clock.now();
			for (const [kind, value] of [['network', network] as const, ['device', deviceKey] as const]) {
				if (value === null) continue;
				await store.upsertKnownLoginOrigin(tx, {
					account_id: accountId,
					kind,
					hash: hashCaller(accountId, kind, value),
					common_hash: hash(`any ${kind} ${value}`),
					last_used_at,
				});
			}
			await store.trimKnownLoginOrigins(tx, accountId, limits.knownCallers);
		},

		async findSharedOrigin(db: Db, first: number, second: number): Promise<KnownLoginOriginRow['kind'] | null> {
			const since = clock.now() - limits.knownCallerTtl;
			const shared = await store.listSharedOrigins(db, first, [second], since, maxAccountsOfNetwork);
			return shared.some(({ kind }) => kind === 'device') ? 'device' : (shared[0]?.kind ?? null);
		},

		async sharesOriginWithAny(db: Db, accountId: number, otherIds: readonly number[]): Promise<boolean> {
			const since = clock.now() - limits.knownCallerTtl;
			return (await store.listSharedOrigins(db, accountId, otherIds, since, maxAccountsOfNetwork)).length > 0;
		},

		clear: (tx: Tx, emailKey: string): Promise<void> => rateLimits.clear(tx, getPasswordRateLimitSubject(emailKey)),

		sweep: () => store.deleteKnownLoginOriginsBefore(db, clock.now() - limits.knownCallerTtl),
	};
}

/** Returns the device key, or null if the key is missing or malformed. A malformed key might be guessable. */
export function parseDeviceKey(sent: string | undefined): string | null {
	return sent !== undefined && /^[\w-]{32,64}$/.test(sent) ? sent : null;
}
