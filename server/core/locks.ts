import pg from 'pg';
import { translateConnectionLoss } from '../database/index.ts';

/** Named locks with one holder at a time: within this process and, with PostgreSQL, across processes. */
export interface NamedLocks {
	/**
	 * Waits for a lock. Returns the function that releases it, or null after `timeout` milliseconds or if the signal aborts. If another
	 * caller waits for the lock, the `onWanted` of a holder in this process is called. Throws `ServiceUnavailableError`.
	 */
	acquire(
		name: string,
		options: { timeout: number; signal?: AbortSignal; onWanted?: () => void },
	): Promise<Release | null>;
	close(): Promise<void>;
}

type Release = () => Promise<void>;

interface Holder {
	onWanted: () => void;
	/** Resolves when the lock is released. */
	ended: Promise<void>;
}

/** Milliseconds between two attempts to take a lock that another process holds. */
const retryInterval = 100;

/** Creates locks: PostgreSQL's advisory locks on one separate connection; without PostgreSQL, locks in the memory of the only process. */
export function createNamedLocks(postgresUrl: string | null, onError: (error: Error) => void): NamedLocks {
	const held = new Map<string, Holder>();
	const pool = postgresUrl === null ? null : createPool(postgresUrl, onError);

	async function tryAdvisoryLock(connection: pg.Pool, name: string): Promise<Release | null> {
		const { rows } = await connection.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [name]);
		if (!rows[0]?.taken) return null;
		return async () => {
			await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(onError);
		};
	}

	return {
		async acquire(name, { timeout, signal, onWanted = () => {} }) {
			const deadline = Date.now() + timeout;
			const hasExpired = () => signal?.aborted === true || Date.now() >= deadline;
			for (let holder = held.get(name); holder; holder = held.get(name)) {
				if (hasExpired()) return null;
				holder.onWanted();
				await Promise.race([holder.ended, sleep(deadline - Date.now(), signal)]);
			}
			let resolveEnded = () => {};
			const ended = new Promise<void>((resolve) => {
				resolveEnded = resolve;
			});
			held.set(name, { onWanted, ended });
			function releaseLocal() {
				held.delete(name);
				resolveEnded();
			}
			try {
				if (pool === null) return async () => releaseLocal();
				for (;;) {
					const release = await translateConnectionLoss(tryAdvisoryLock(pool, name));
					if (release) return () => release().finally(releaseLocal);
					if (hasExpired()) break;
					await sleep(retryInterval, signal);
				}
			} catch (error) {
				releaseLocal();
				throw error;
			}
			releaseLocal();
			return null;
		},
		async close() {
			if (pool && !pool.ending) await pool.end();
		},
	};
}

/**
 * Creates a pool with one connection, because locks belong to their connection. It reconnects; PostgreSQL releases the locks of a lost
 * connection.
 */
function createPool(connectionString: string, onError: (error: Error) => void): pg.Pool {
	const pool = new pg.Pool({
		connectionString,
		max: 1,
		idleTimeoutMillis: 0,
		connectionTimeoutMillis: 5000,
		keepAlive: true,
	});
	return pool.on('error', onError);
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(done, Math.max(0, milliseconds));
		function done() {
			clearTimeout(timer);
			signal?.removeEventListener('abort', done);
			resolve();
		}
		signal?.addEventListener('abort', done);
	});
}
