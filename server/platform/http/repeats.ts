import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { limits } from '../../../contract/limits.ts';
import * as problemsText from '../../../contract/text/problems.ts';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database/index.ts';
import { invalid, Refusal } from '../refusal.ts';

interface RepeatTables {
	idempotency_keys: { account_id: number; key: string; request_hash: string; answer: string; created_at: number };
}

export interface Repeats {
	/**
	 * Runs `work` in one transaction together with the note of its answer, so that a repeat with the same key is given that answer
	 * and has no second effect. Without a key it is just run. Throws `conflict` while the first is in flight, `invalid` where the key was used for something else.
	 */
	once<Body>(
		call: { accountId: number; key: string | null; endpoint: string; body: unknown },
		work: (tx: Tx) => Promise<Body>,
	): Promise<{ body: Body; repeated: boolean }>;
	/** Forgets keys older than `limits.repeatLife`. */
	sweep(): Promise<void>;
	/** Forgets what an account was answered. */
	forget(tx: Tx, accountId: number): Promise<void>;
}

export function createRepeats({ db, clock }: { db: Database; clock: Clock }): Repeats {
	const inFlight = new Set<string>();

	return {
		async once<Body>(
			{ accountId, key, endpoint, body }: { accountId: number; key: string | null; endpoint: string; body: unknown },
			work: (tx: Tx) => Promise<Body>,
		) {
			if (key === null) return { body: await db.transaction(work), repeated: false };
			if (!/^[\x21-\x7e]{1,100}$/.test(key)) throw invalid({ 'idempotency-key': problemsText.idempotencyKeyInvalid });
			const requestHash = createHash('sha256')
				.update(`${endpoint}\n${JSON.stringify(body)}`)
				.digest('hex');
			const name = `${accountId} ${key}`;
			if (inFlight.has(name)) throw busy();
			inFlight.add(name);
			try {
				return await db.transaction(async (tx) => {
					if (!(await lock(tx, name))) throw busy();
					const tables = tx.tables<RepeatTables>();
					const known = await tables
						.selectFrom('idempotency_keys')
						.select(['request_hash', 'answer'])
						.where('account_id', '=', accountId)
						.where('key', '=', key)
						.executeTakeFirst();
					if (known) {
						if (known.request_hash !== requestHash) {
							throw invalid({ 'idempotency-key': problemsText.idempotencyKeyReused });
						}
						return { body: JSON.parse(known.answer) as Body, repeated: true };
					}
					const answer = await work(tx);
					await tables
						.insertInto('idempotency_keys')
						.values({
							account_id: accountId,
							key,
							request_hash: requestHash,
							answer: JSON.stringify(answer),
							created_at: clock.now(),
						})
						.execute();
					return { body: answer, repeated: false };
				});
			} finally {
				inFlight.delete(name);
			}
		},
		async forget(tx, accountId) {
			await tx.tables<RepeatTables>().deleteFrom('idempotency_keys').where('account_id', '=', accountId).execute();
		},
		async sweep() {
			await db
				.tables<RepeatTables>()
				.deleteFrom('idempotency_keys')
				.where('created_at', '<', clock.now() - limits.idempotencyTtl)
				.execute();
		},
	};
}

function busy(): Refusal {
	return new Refusal('conflict', problemsText.requestBusy);
}

/** Between processes; on SQLite there is only one. */
async function lock(tx: Tx, name: string): Promise<boolean> {
	if (tx.engine === 'sqlite') return true;
	const id = createHash('sha256').update(name).digest().readBigInt64BE();
	const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${id}) as locked`.execute(
		tx.tables<RepeatTables>(),
	);
	return rows[0]?.locked === true;
}
