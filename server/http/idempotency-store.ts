import { createHash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import * as limits from '../../contract/core/limits.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { createRowBatcher, type LockOptions } from '../core/batcher.ts';
import type { Clock } from '../core/clock.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { type Database, runCompiled, selectFromJson, type Tx } from '../database/index.ts';

interface IdempotencyTables {
	idempotency_keys: { account_id: number; key: string; request_hash: string; answer: string; created_at: number };
}

export interface IdempotentCall {
	accountId: number;
	/** Idempotency key; null if the call has none. */
	key: string | null;
	endpoint: string;
	body: unknown;
}

export interface IdempotentResult<Body> {
	body: Body;
	/** Whether the response is that of an earlier call. */
	replayed: boolean;
}

/** Work of calls that can share a transaction. */
export interface BatchWork<Input, Body> {
	/** Returns what identifies the row that a call changes and that others may have locked. Null for a call that has to run alone. */
	toRow(input: Input): string | null;
	/** Does the work of several calls. Returns null for each that has to run alone. With `skipLocked` it waits for no row. */
	together(tx: Tx, inputs: readonly Input[], options: LockOptions): Promise<readonly (Body | null)[]>;
	alone(tx: Tx, input: Input): Promise<Body>;
}

export interface IdempotencyStore {
	/**
	 * Runs `work` and stores its response in one transaction. A repeated call with the same key returns the stored response and does not
	 * run `work`. With a null key, `work` always runs. Throws `conflict` while the first call is in flight, and `invalid` if the key was
	 * used for another call.
	 */
	runOnce<Body>(call: IdempotentCall, work: (tx: Tx) => Promise<Body>): Promise<IdempotentResult<Body>>;
	/**
	 * Returns a function like `runOnce` whose calls share transactions if they wait at the same time. A call whose key is in use, or that
	 * `together` leaves out, runs alone. If `together` throws, all of them do.
	 */
	createBatch<Input, Body>(
		work: BatchWork<Input, Body>,
	): (call: IdempotentCall, input: Input) => Promise<IdempotentResult<Body>>;
	/** Deletes idempotency keys older than `limits.idempotencyTtl`. */
	sweep(): Promise<void>;
	/** Deletes the keys of an account. */
	clear(tx: Tx, accountId: number): Promise<void>;
	/** Deletes keys of administrators that are older than an hour. Their responses show accounts that are hidden from others. */
	clearOfAdministrators(tx: Tx): Promise<void>;
}

/** Account and key of a call that holds the key in this process, with a hash of what it asks for. */
interface HeldKey {
	accountId: number;
	key: string;
	requestHash: string;
}

interface WaitingCall<Input> {
	held: HeldKey | null;
	row: string;
	input: Input;
}

export function createIdempotencyStore({ db, clock }: { db: Database; clock: Clock }): IdempotencyStore {
	const inFlight = new Set<string>();

	/** Runs `work` while no other call of this process uses the key. */
	async function withKey<Result>(
		{ accountId, key, endpoint, body }: IdempotentCall,
		work: (held: HeldKey | null) => Promise<Result>,
	): Promise<Result> {
		if (key === null) return work(null);
		if (!/^[\x21-\x7e]{1,100}$/.test(key))
			throw invalidInput({ 'idempotency-key': problemsText.idempotencyKeyInvalid });
		const requestHash = createHash('sha256')
			.update(`${endpoint}\n${JSON.stringify(body)}`)
			.digest('hex');
		const held = { accountId, key, requestHash };
		const name = toLockName(held);
		if (inFlight.has(name)) throw inFlightError();
		inFlight.add(name);
		try {
			return await work(held);
		} finally {
			inFlight.delete(name);
		}
	}

	async function runAlone<Body>(
		held: HeldKey | null,
		work: (tx: Tx) => Promise<Body>,
	): Promise<IdempotentResult<Body>> {
		return db.transaction(async (tx) => {
			if (held === null) return { body: await work(tx), replayed: false };
			const [isLocked] = await tryLockEach(tx, [held]);
			if (!isLocked) throw inFlightError();
			const stored = await tx
				.tables<IdempotencyTables>()
				.selectFrom('idempotency_keys')
				.select(['request_hash', 'answer'])
				.where('account_id', '=', held.accountId)
				.where('key', '=', held.key)
				.executeTakeFirst();
			if (stored) {
				if (stored.request_hash !== held.requestHash) {
					throw invalidInput({ 'idempotency-key': problemsText.idempotencyKeyReused });
				}
				return { body: JSON.parse(stored.answer) as Body, replayed: true };
			}
			const body = await work(tx);
			await storeResponses(tx, [{ ...held, body }]);
			return { body, replayed: false };
		});
	}

	/**
	 * Runs calls whose keys are not in use in one transaction. Returns null for each call that `work` leaves out, because it may wait for a
	 * locked row, and `alone` for those whose keys are in use.
	 */
	async function runTogether<Input, Body>(
		calls: readonly WaitingCall<Input>[],
		work: (tx: Tx, inputs: readonly Input[]) => Promise<readonly (Body | null)[]>,
	): Promise<readonly (IdempotentResult<Body> | 'alone' | null)[]> {
		if (calls.length === 1) return [null];
		return db.transaction(async (tx) => {
			const unused = await findUnused(
				tx,
				calls.flatMap(({ held }) => held ?? []),
			);
			const free = calls.filter(({ held }) => held === null || unused.has(held));
			if (free.length === 0) return calls.map(() => 'alone');
			const bodies = await work(
				tx,
				free.map(({ input }) => input),
			);
			const results = new Map(free.map((call, index) => [call, bodies[index] as Body | null]));
			const responses = [...results].flatMap(([{ held }, body]) => (held && body !== null ? [{ ...held, body }] : []));
			await storeResponses(tx, responses);
			return calls.map((call) => {
				const body = results.get(call);
				if (body === undefined) return 'alone';
				return body === null ? null : { body, replayed: false };
			});
		});
	}

	async function storeResponses(tx: Tx, responses: readonly (HeldKey & { body: unknown })[]): Promise<void> {
		if (responses.length === 0) return;
		const created_at = clock.now();
		await tx
			.tables<IdempotencyTables>()
			.insertInto('idempotency_keys')
			.values(
				responses.map(({ accountId, key, requestHash, body }) => ({
					account_id: accountId,
					key,
					request_hash: requestHash,
					answer: JSON.stringify(body),
					created_at,
				})),
			)
			.execute();
	}

	return {
		runOnce: (call, work) => withKey(call, (held) => runAlone(held, work)),
		createBatch<Input, Body>({ toRow, together, alone }: BatchWork<Input, Body>) {
			const run = createRowBatcher<WaitingCall<Input>, IdempotentResult<Body> | 'alone'>(
				db,
				({ row }) => row,
				(calls, options) => runTogether(calls, (tx, inputs) => together(tx, inputs, options)),
			);
			return (call: IdempotentCall, input: Input) =>
				withKey(call, async (held) => {
					const row = toRow(input);
					const result = row === null ? 'alone' : await run({ held, row, input });
					return result === null || result === 'alone' ? runAlone(held, (tx) => alone(tx, input)) : result;
				});
		},
		async clear(tx, accountId) {
			await tx.tables<IdempotencyTables>().deleteFrom('idempotency_keys').where('account_id', '=', accountId).execute();
		},
		async clearOfAdministrators(tx) {
			await sql`delete from idempotency_keys where created_at < ${clock.now() - administratorTtl}
				and account_id in (select id from accounts where role = 'admin')`.execute(tx.tables());
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

/** Milliseconds in which an administrator's client repeats a request whose response was lost. */
const administratorTtl = 3_600_000;

function toLockName({ accountId, key }: Pick<HeldKey, 'accountId' | 'key'>): string {
	return `${accountId} ${key}`;
}

function inFlightError(): DomainError {
	return new DomainError('conflict', problemsText.requestBusy);
}

/** Locks keys across processes. Returns those that no other transaction has locked and for which no response is stored. */
async function findUnused(tx: Tx, keys: readonly HeldKey[]): Promise<Set<HeldKey>> {
	if (keys.length === 0) return new Set();
	const isLocked = await tryLockEach(tx, keys);
	const list = JSON.stringify(keys.map(({ accountId, key }) => ({ accountId, key })));
	const rows = await runCompiled(tx, 'used idempotency keys', { list }, (values) =>
		tx
			.tables<IdempotencyTables>()
			.selectFrom('idempotency_keys')
			.select(['account_id as accountId', 'key'])
			.where(
				sql<SqlBool>`(account_id, key) in (${selectFromJson(tx, values.list, { accountId: 'bigint', key: 'text' })})`,
			),
	);
	const used = new Set(rows.map(toLockName));
	return new Set(keys.filter((held, index) => isLocked[index] && !used.has(toLockName(held))));
}

/** Tries to lock idempotency keys across processes. SQLite needs no lock, because only one process uses an SQLite file. */
async function tryLockEach(tx: Tx, keys: readonly HeldKey[]): Promise<boolean[]> {
	if (tx.engine === 'sqlite') return keys.map(() => true);
	const ids = keys.map((held) => createHash('sha256').update(toLockName(held)).digest().readBigInt64BE());
	const { rows } = await sql<{ locked: boolean }>`
		select pg_try_advisory_xact_lock(id) as locked from unnest(${ids}::bigint[]) with ordinality as given (id, position)
		order by position
	`.execute(tx.tables());
	return rows.map(({ locked }) => locked);
}
