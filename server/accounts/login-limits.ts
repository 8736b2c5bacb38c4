import { createHmac } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import { catchTooManyRequests, type RateLimiter } from '../platform/rate-limits.ts';
import * as store from './known-callers-store.ts';
import { findByEmail } from './store.ts';
import type { KnownCallerRow } from './tables.ts';

/** Where a try to log in comes from. */
export interface Caller {
	/** See `toNetwork`. */
	network: string;
	/** See `toWideNetwork`. */
	wideNetwork: string;
	/** What the browser sends to be known by; null where it sends nothing, or nothing that is hard to guess. */
	deviceKey: string | null;
}

export type LoginLimits = ReturnType<typeof createLoginLimits>;

const attemptWindow = 15 * 60_000;
const narrowRate = { most: 10, window: attemptWindow };
const wideRate = { most: 100, window: attemptWindow };

/** `clear` sets all tries of the account with this address back. */
export const passwordAttemptsSubject = (emailKey: string) => `passwords of ${emailKey}`;

/**
 * Limits tries to log in: closely from one place, widely from all. Past the wide limit those still may that logged in to the account
 * before, each as closely limited as anyone, so that a stranger's tries do not lock the owner out.
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
	/** What callers are hashed with. */
	secret: string;
}) {
	const hashCaller = (accountId: number, kind: KnownCallerRow['kind'], value: string) =>
		createHmac('sha256', secret).update(`${accountId} ${kind} ${value}`).digest('hex');

	/** The caller's hash where it logged in to the account with this address before, or null. Nobody's address costs the same queries. */
	async function findKnownHash(emailKey: string, kind: KnownCallerRow['kind'], value: string): Promise<string | null> {
		const account_id = (await findByEmail(db, emailKey))?.id ?? 0;
		const hash = hashCaller(account_id, kind, value);
		const since = clock.now() - limits.knownCallerTtl;
		return (await store.isKnownCaller(db, { account_id, kind, hash }, since)) ? hash : null;
	}

	return {
		/** Counts a try, and by `checkRate` one of its address, unless it is a known browser's. Throws `too_many`. */
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
			// Before anything is counted: what is refused here costs no write.
			const locked = await catchTooManyRequests(rateLimits.check(wideKey, wideRate));
			const narrowRejection = locked ? null : await catchTooManyRequests(count(`${keyPrefix} ${wideNetwork}`));
			const rejection = locked ?? narrowRejection ?? (await catchTooManyRequests(count(wideKey, wideRate)));
			if (!rejection) return;
			const hasOwnLimit = network !== wideNetwork;
			if ((narrowRejection && !hasOwnLimit) || !(await findKnownHash(emailKey, 'network', network))) throw rejection;
			if (hasOwnLimit || locked) await count(`${keyPrefix} ${network}`);
		},

		/** Makes the caller known: it has shown to be the owner. */
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

		/** Forgets tries with the account's password. */
		clear: (tx: Tx, emailKey: string): Promise<void> => rateLimits.clear(tx, passwordAttemptsSubject(emailKey)),

		/** Forgets callers that were not seen for `limits.knownCallerLife`. */
		sweep: () => store.deleteKnownCallersBefore(db, clock.now() - limits.knownCallerTtl),
	};
}

/** The key, unless it could be guessed. */
export function parseDeviceKey(sent: string | undefined): string | null {
	return sent !== undefined && /^[\w-]{32,64}$/.test(sent) ? sent : null;
}
