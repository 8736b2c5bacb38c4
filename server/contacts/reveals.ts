import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, ContactReveals, SolvedChallenge } from '../../contract/contacts/contacts.ts';
import type { AccountService } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { Db } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import * as store from './reveal-store.ts';

/** Who wants to see a number. */
export interface RevealCaller {
	/** Address of the network (`toWideNetworkPrefix`). */
	network: string;
	/** Browser that the reveal counts for, and whether it revealed a number on an earlier day. Null if the browser is unknown. */
	device: { number: number; isKnown: boolean } | null;
	accountId: number | null;
}

export interface RevealServiceDeps extends Pick<Platform, 'db' | 'clock'> {
	accounts: AccountService;
	/** Secret that signs challenges. */
	secret: string;
}

export type RevealService = ReturnType<typeof createRevealService>;

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Sellers whose numbers a caller reveals without a challenge, in an hour and in a day. `network` is the budget of all its callers. `new` is
 * the part of it that strangers get, also of the sellers whom others opened, so that those who collect numbers leave the rest to the known
 * devices and established accounts of the same carrier. docs/limits.md explains the numbers.
 */
export const revealBudgets = {
	network: { hour: 240, day: 3000 },
	new: { hour: 90, day: 600 },
	device: { hour: 8, day: 30 },
	account: { hour: 8, day: 30 },
} as const;

/** Mean number of tries of the first challenge: about half a second on a phone. It doubles with every 3 further sellers. */
const firstTries = 64;
const sellersPerDoubling = 3;
/** Rounds of PBKDF2 per try: about 1 ms on a server and 3 to 10 ms on a phone. */
const roundsPerTry = 5000;
/** A solved challenge is enough if the price has risen at most this much meanwhile. */
const priceTolerance = 4;
/** The library counts tries with 32 bits. */
const maxTries = 2 ** 31;
const topCallers = 20;

/** Returns the mean number of tries that one more seller costs after `hourCount` and `dayCount` others; 0 within the budget. */
export function computeTries(
	{ hour: hourCount, day: dayCount }: { hour: number; day: number },
	budget: { hour: number; day: number },
): number {
	const over = Math.max(hourCount - budget.hour, dayCount - budget.day);
	return over < 0 ? 0 : Math.min(maxTries, Math.round(firstTries * 2 ** (over / sellersPerDoubling)));
}

/**
 * Decides whether a caller may see a seller's numbers. It counts distinct sellers, because a customer sees a few and a harvester each once.
 * Beyond the budget it asks for a proof of work, whose price rises so quickly that it bounds a network.
 */
export function createRevealService({ db, clock, accounts, secret }: RevealServiceDeps) {
	/** Returns what a reveal counts for. */
	async function listScopes({ network, device, accountId }: RevealCaller): Promise<store.RevealCaller[]> {
		const isKnown = device?.isKnown || (accountId !== null && (await accounts.isEstablished(db, accountId)));
		return [
			{ scope: 'network', caller: network },
			...(isKnown ? [] : [{ scope: 'new' as const, caller: network }]),
			...(device ? [{ scope: 'device' as const, caller: String(device.number) }] : []),
			...(accountId === null ? [] : [{ scope: 'account' as const, caller: String(accountId) }]),
		];
	}

	async function verify(solved: SolvedChallenge, sellerId: number): Promise<number> {
		const { data } = solved.challenge.parameters;
		if (data.seller !== sellerId || data.expires <= clock.now()) return 0;
		const { verified } = await verifySolution({ ...solved, deriveKey, hmacSignatureSecret: secret });
		return verified ? data.tries : 0;
	}

	async function demand(sellerId: number, tries: number): Promise<Challenge> {
		const challenge = await createChallenge({
			algorithm: 'PBKDF2/SHA-256',
			cost: roundsPerTry,
			counter: randomInt(Math.ceil(tries / 2), Math.ceil(tries * 1.5)),
			data: { seller: sellerId, tries, expires: clock.now() + hour },
			deriveKey,
			hmacSignatureSecret: secret,
		});
		return challenge as Challenge;
	}

	return {
		/**
		 * Counts that the caller sees a seller's numbers. Returns null, or a challenge to solve first; then nothing is counted. Each count leaves
		 * out a seller whom it has from the last 24 hours. A solved challenge counts only for its seller.
		 */
		async reveal(caller: RevealCaller, sellerId: number, solved?: SolvedChallenge): Promise<Challenge | null> {
			const scopes = await listScopes(caller);
			const done = solved ? await verify(solved, sellerId) : 0;
			const now = clock.now();
			const times = { sellerId, hourAgo: now - hour, dayAgo: now - day };

			async function count(db: Db): Promise<{ tries: number; counted: store.RevealCaller[] }> {
				const counts = await store.countReveals(db, scopes, times);
				const tries = counts.map((one) => (one.has_seller ? 0 : computeTries(one, revealBudgets[one.scope])));
				const having = new Set(counts.flatMap(({ scope, has_seller }) => (has_seller ? scope : [])));
				return { tries: Math.max(0, ...tries), counted: scopes.filter(({ scope }) => !having.has(scope)) };
			}

			// A caller beyond the budget costs no write.
			let { tries } = await count(db);
			if (tries <= done * priceTolerance) {
				tries = await db.transaction(async (tx) => {
					await store.lockCallers(tx, scopes);
					const { tries, counted } = await count(tx);
					if (tries <= done * priceTolerance && counted.length > 0)
						await store.insertReveals(tx, counted, { sellerId, at: now, dayAgo: times.dayAgo });
					return tries;
				});
			}
			return tries <= done * priceTolerance ? null : demand(sellerId, tries);
		},

		async listTop(): Promise<ContactReveals[]> {
			const rows = await store.listTopCallers(db, clock.now() - day, topCallers);
			const ids = rows.flatMap(({ scope, caller }) => (scope === 'account' ? [Number(caller)] : []));
			const people = await accounts.findPeople(db, ids);
			return rows.flatMap(({ scope, caller, sellers, last_at }) => {
				const account = scope === 'account' ? (people.get(Number(caller)) ?? null) : null;
				if (scope === 'account' && !account) return [];
				return [
					{
						account,
						network: scope === 'account' ? null : caller,
						strangers: scope === 'new',
						sellers,
						last_at: toIsoTime(last_at),
					},
				];
			});
		},

		sweep: (): Promise<void> => store.deleteRevealsBefore(db, clock.now() - day),
	};
}
