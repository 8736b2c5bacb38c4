import { createHmac } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import { catchTooManyRequests, type RateLimiter } from '../platform/rate-limits.ts';
import * as store from './known-callers-store.ts';
import { findByEmail } from './store.ts';
import type { KnownCallerRow } from './tables.ts';

/** Origin of a login attempt. */
export interface Caller {
	/** See `toNetworkPrefix`. */
	network: string;
	/** See `toWideNetworkPrefix`. */
	wideNetwork: string;
	/** The browser's random key; null if missing or guessable. */
	deviceKey: string | null;
}

export type LoginLimits = ReturnType<typeof createLoginLimits>;

const attemptWindow = 15 * 60_000;
const narrowRate = { most: 10, window: attemptWindow };
const wideRate = { most: 100, window: attemptWindow };

/** Subject under which all password attempts of an account are counted and cleared. */
export const passwordAttemptsSubject = (emailKey: string) => `passwords of ${emailKey}`;

/**
 * Limits login attempts per account, with a narrow limit per origin and a wide limit for all origins. Known networks and devices are
 * exempt from the wide limit, so that attempts of strangers do not lock out the owner. They keep a narrow limit of their own.
 */
export function createLoginLimits({
	db,
	clock,
	rateLimits,
	secret,
}: {
	db: Database;
	clock: Clock;
	rateLimits: RateLimiter;
	/** Hashes callers. */
	secret: string;
}) {
	const hashCaller = (accountId: number, kind: KnownCallerRow['kind'], value: string) =>
		createHmac('sha256', secret).update(`${accountId} ${kind} ${value}`).digest('hex');

	/** Returns the hash of a known caller, or null. An unknown email address takes the same queries, to hide whether it exists. */
	async function findKnownHash(emailKey: string, kind: KnownCallerRow['kind'], value: string): Promise<string | null> {
		const account_id = (await findByEmail(db, emailKey))?.id ?? 0;
		const hash = hashCaller(account_id, kind, value);
		const since = clock.now() - limits.knownCallerTtl;
		return (await store.isKnownCaller(db, { account_id, kind, hash }, since)) ? hash : null;
	}

	return {
		/** Counts an attempt. Unless the device is known, also calls `checkRate`, which counts it for the IP address. Throws `too_many`. */
		async countAttempt(
			emailKey: string,
			{ network, wideNetwork, deviceKey }: Caller,
			checkRate: () => Promise<void>,
		): Promise<void> {
			const subject = passwordAttemptsSubject(emailKey);
			const count = (key: string, rate = narrowRate) => rateLimits.count(key, rate, { subject });
			const keyPrefix = `login ${emailKey} from`;
			const deviceHash = deviceKey && (await findKnownHash(emailKey, 'device', deviceKey));
			if (deviceHash) return count(`${keyPrefix} device ${deviceHash}`);
			await checkRate();
			const wideKey = `login ${emailKey}`;
			// Checked before counting, so that a rejected attempt costs no write.
			const locked = await catchTooManyRequests(rateLimits.check(wideKey, wideRate));
			const narrowRejection = locked ? null : await catchTooManyRequests(count(`${keyPrefix} ${wideNetwork}`));
			const rejection = locked ?? narrowRejection ?? (await catchTooManyRequests(count(wideKey, wideRate)));
			if (!rejection) return;
			const hasOwnLimit = network !== wideNetwork;
			if ((narrowRejection && !hasOwnLimit) || !(await findKnownHash(emailKey, 'network', network))) throw rejection;
			if (hasOwnLimit || locked) await count(`${keyPrefix} ${network}`);
		},

		/** Call it only after the caller has authenticated. */
		async rememberCaller(tx: Tx, accountId: number, { network, deviceKey }: Pick<Caller, 'network' | 'deviceKey'>) {
			const last_used_at = clock.now();
			for (const [kind, value] of [['network', network] as const, ['device', deviceKey] as const]) {
				if (value === null) continue;
				await store.upsertKnownCaller(tx, {
					account_id: accountId,
					kind,
					hash: hashCaller(accountId, kind, value),
					last_used_at,
				});
			}
			await store.trimKnownCallers(tx, accountId, limits.knownCallers);
		},

		clear: (tx: Tx, emailKey: string): Promise<void> => rateLimits.clear(tx, passwordAttemptsSubject(emailKey)),

		sweep: () => store.deleteKnownCallersBefore(db, clock.now() - limits.knownCallerTtl),
	};
}

/** Returns null for a key that could be guessed. */
export function parseDeviceKey(sent: string | undefined): string | null {
	return sent !== undefined && /^[\w-]{32,64}$/.test(sent) ? sent : null;
}
