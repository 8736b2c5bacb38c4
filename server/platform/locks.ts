import pg from 'pg';
import { translateConnectionLoss } from './database/index.ts';

/** Held by one caller at a time, in this process and, with PostgreSQL, among all. */
export interface Locks {
	/**
	 * Waits for the lock of that name and answers how to give it back; null where it stays taken for `patience` milliseconds or the
	 * signal aborts. Who holds it in this process is told by its `onWanted` that somebody waits. Throws `Unavailable`.
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
	/** Settles when it is given back. */
	ended: Promise<void>;
}

/** Between two looks at a lock that another process holds, milliseconds. */
const retryInterval = 100;

/** Advisory locks of PostgreSQL, all on one connection of their own; without it this process is alone and its memory is enough. */
export function createLocks(postgresUrl: string | null, onError: (error: Error) => void): Locks {
	const held = new Map<string, Holder>();
	let connecting: Promise<pg.Client> | undefined;

	function connection(url: string): Promise<pg.Client> {
		connecting ??= connect(url).catch((error: unknown) => {
			connecting = undefined;
			throw error;
		});
		return connecting;
	}

	async function connect(url: string): Promise<pg.Client> {
		const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, keepAlive: true });
		client.on('error', onError);
		// With the connection its locks are gone; the next one takes them on a new connection.
		client.on('end', () => {
			connecting = undefined;
		});
		await client.connect();
		return client;
	}

	async function tryAdvisoryLock(url: string, name: string): Promise<Release | null> {
		const client = await connection(url);
		const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [name]);
		if (!rows[0]?.taken) return null;
		return async () => {
			await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(onError);
		};
	}

	return {
		async acquire(name, { timeout, signal, onWanted = () => {} }) {
			const ends = Date.now() + timeout;
			const isOver = () => signal?.aborted === true || Date.now() >= ends;
			for (let holder = held.get(name); holder; holder = held.get(name)) {
				if (isOver()) return null;
				holder.onWanted();
				await Promise.race([holder.ended, sleep(ends - Date.now(), signal)]);
			}
			let end = () => {};
			const ended = new Promise<void>((resolve) => {
				end = resolve;
			});
			held.set(name, { onWanted, ended });
			function releaseLocal() {
				held.delete(name);
				end();
			}
			try {
				if (postgresUrl === null) return async () => releaseLocal();
				for (;;) {
					const release = await translateConnectionLoss(tryAdvisoryLock(postgresUrl, name));
					if (release) return () => release().finally(releaseLocal);
					if (isOver()) break;
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
			await (await connecting?.catch(() => undefined))?.end();
		},
	};
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
