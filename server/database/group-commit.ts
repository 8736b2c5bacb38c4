import { CompiledQuery, type Kysely } from 'kysely';
import { currentOperation, type Operation } from '../core/operation.ts';
import { createBeforeQueryPlugin } from './dialect.ts';

/** Runs `work` in a transaction. Resolves with its result after the commit, and rejects if `work` or the commit fails. */
export type RunTransaction = <Result>(work: (trx: Kysely<unknown>) => Promise<Result>) => Promise<Result>;

interface Member {
	operation: Operation | undefined;
	/** Runs the member's work. Returns the function that resolves the member after the commit. */
	run(trx: Kysely<unknown>): Promise<() => void>;
	reject(error: unknown): void;
}

/** Milliseconds after which no further member joins a group, so that reads and responses do not wait for long. */
const maxGroupTime = 10;

const begin = CompiledQuery.raw('savepoint member');
const release = CompiledQuery.raw('release member');
const rollBack = CompiledQuery.raw('rollback to member');

/**
 * Creates a group commit for a database with one connection. Transactions that wait at the same time run one after another in one
 * transaction of the database, each in a savepoint, and share its commit, which syncs the disk. If a member throws, only its own changes
 * are rolled back. If the commit fails, all members of the group fail. Nothing else uses the connection until the commit.
 */
export function createGroupCommit(kysely: Kysely<unknown>): RunTransaction {
	const waiting: Member[] = [];
	let isScheduled = false;

	function schedule(): void {
		if (isScheduled) return;
		isScheduled = true;
		// An immediate runs after all input of this turn of the event loop is read, so simultaneous requests join the same group.
		setImmediate(async () => {
			// The transaction belongs to the first member of its group, not to that of the group before.
			await currentOperation.run(waiting[0]?.operation, runGroup);
			isScheduled = false;
			if (waiting.length > 0) schedule();
		});
	}

	async function runGroup(): Promise<void> {
		const members: Member[] = [];
		const resolves: (() => void)[] = [];
		try {
			await kysely.transaction().execute(async (trx) => {
				const start = performance.now();
				do {
					const member = waiting.shift();
					if (!member) return;
					members.push(member);
					resolves.push(await currentOperation.run(member.operation, runMember, trx, member));
				} while (performance.now() - start < maxGroupTime);
			});
			for (const resolve of resolves) resolve();
		} catch (error) {
			// Without members, the transaction did not begin: the database is closed, or another process writes for long.
			for (const member of members.length > 0 ? members : waiting.splice(0)) member.reject(error);
		}
	}

	async function runMember(trx: Kysely<unknown>, member: Member): Promise<() => void> {
		let hasEnded = false;
		// A query that a member left behind would run in the savepoint of another member.
		const rejectLate = createBeforeQueryPlugin(() => {
			if (hasEnded) throw new Error('This query runs after the end of its transaction');
		});
		await trx.executeQuery(begin);
		try {
			const resolve = await member.run(trx.withPlugin(rejectLate));
			hasEnded = true;
			await trx.executeQuery(release);
			return resolve;
		} catch (error) {
			hasEnded = true;
			// On a full disk SQLite may have rolled back the whole transaction. Then there is no savepoint, and the group fails with this error.
			await trx.executeQuery(rollBack).catch(() => {
				throw error;
			});
			await trx.executeQuery(release);
			return () => member.reject(error);
		}
	}

	return <Result>(work: (trx: Kysely<unknown>) => Promise<Result>) =>
		new Promise<Result>((resolve, reject) => {
			waiting.push({
				operation: currentOperation.getStore(),
				reject,
				async run(trx) {
					const result = await work(trx);
					return () => resolve(result);
				},
			});
			schedule();
		});
}
