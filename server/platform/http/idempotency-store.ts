import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import * as problemsText from '../../../contract/text/problems.ts';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database/index.ts';
import { DomainError, invalidInput } from '../domain-error.ts';

interface IdempotencyTables {
	idempotency_keys: { account_id: number; key: string; request_hash: string; answer: string; created_at: number };
}

export interface IdempotencyStore {
	/**
	 * Runs `work` and stores its response in one transaction. A repeated call with the same key returns the stored response and does not
	 * run `work`. With a null key, `work` always runs. Throws `conflict` while the first call is in flight, and `invalid` if the key was
	 * used for another call.
	 */
	runOnce<Body>(
		call: { accountId: number; key: string | null; endpoint: string; body: unknown },
		work: (tx: Tx) => Promise<Body>,
	): Promise<{ body: Body; replayed: boolean }>;
	/** Deletes idempotency keys older than `limits.idempotencyTtl`. */
	sweep(): Promise<void>;
	clear(tx: Tx, accountId: number): Promise<void>;
}

export function createIdempotencyStore({ db, clock }: { db: Database; clock: Clock }): IdempotencyStore {
	const inFlight = new Set<string>();

	return {
		async runOnce<Body>(
			{ accountId, key, endpoint, body }: { accountId: number; key: string | null; endpoint: string; body: unknown },
			work: (tx: Tx) => Promise<Body>,
		) {
			if (key === null) return { body: await db.transaction(work), replayed: false };
			if (!/^[\x21-\x7e]{1,100}$/.test(key))
				throw invalidInput({ 'idempotency-key': problemsText.idempotencyKeyInvalid });
			const requestHash = createHash('sha256')
				.update(`${endpoint}\n${JSON.stringify(body)}`)
				.digest('hex');
			const name = `${accountId} ${key}`;
			if (inFlight.has(name)) throw inFlightError();
			inFlight.add(name);
			try {
				return await db.transaction(async (tx) => {
					if (!(await tryLock(tx, name))) throw inFlightError();
					const tables = tx.tables<IdempotencyTables>();
					const stored = await tables
						.selectFrom('idempotency_keys')
						.select(['request_hash', 'answer'])
						.where('account_id', '=', accountId)
						.where('key', '=', key)
						.executeTakeFirst();
					if (stored) {
						if (stored.request_hash !== requestHash) {
							throw invalidInput({ 'idempotency-key': problemsText.idempotencyKeyReused });
						}
						return { body: JSON.parse(stored.answer) as Body, replayed: true };
					}
					const response = await work(tx);
					await tables
						.insertInto('idempotency_keys')
						.values({
							account_id: accountId,
							key,
							request_hash: requestHash,
							answer: JSON.stringify(response),
							created_at: clock.now(),
						})
						.execute();
					return { body: response, replayed: false };
				});
			} finally {
				inFlight.delete(name);
			}
		},
		async clear(tx, accountId) {
			await tx.tables<IdempotencyTables>().deleteFrom('idempotency_keys').where('account_id', '=', accountId).execute();
		},
		async sweep() {
			await db
				.tables<IdempotencyTables>()
				.deleteFrom('idempotency_keys')
				.where('created_at', '<', clock.now() - limits.idempotencyTtl)
				.execute();
		},
	};
}

function inFlightError(): DomainError {
	return new DomainError('conflict', problemsText.requestBusy);
}

/** Tries to lock an idempotency key across processes. SQLite needs no lock, because only one process uses an SQLite file. */
async function tryLock(tx: Tx, name: string): Promise<boolean> {
	if (tx.engine === 'sqlite') return true;
	const id = createHash('sha256').update(name).digest().readBigInt64BE();
	const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${id}) as locked`.execute(
		tx.tables<IdempotencyTables>(),
	);
	return rows[0]?.locked === true;
}
