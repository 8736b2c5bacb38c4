import pg from 'pg';
import { orUnavailable } from './database/index.ts';

/** Held by one caller at a time, in this process and, with PostgreSQL, among all. */
export interface Locks {
	/**
	 * Waits for the lock of that name and answers how to give it back; null where it stays taken for `patience` milliseconds or the
	 * signal aborts. Who holds it in this process is told by its `onWanted` that somebody waits. Throws `Unavailable`.
	 */
	take(
		name: string,
		options: { patience: number; signal?: AbortSignal; onWanted?: () => void },
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
const between = 100;

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

	async function tryAmongProcesses(url: string, name: string): Promise<Release | null> {
		const client = await connection(url);
		const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [name]);
		if (!rows[0]?.taken) return null;
		return async () => {
			await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(onError);
		};
	}

	return {
		async take(name, { patience, signal, onWanted = () => {} }) {
			const ends = Date.now() + patience;
			const over = () => signal?.aborted === true || Date.now() >= ends;
			for (let holder = held.get(name); holder; holder = held.get(name)) {
				if (over()) return null;
				holder.onWanted();
				await Promise.race([holder.ended, pause(ends - Date.now(), signal)]);
			}
			let end = () => {};
			const ended = new Promise<void>((resolve) => {
				end = resolve;
			});
			held.set(name, { onWanted, ended });
			function giveBack() {
				held.delete(name);
				end();
			}
			try {
				if (postgresUrl === null) return async () => giveBack();
				for (;;) {
					const release = await orUnavailable(tryAmongProcesses(postgresUrl, name));
					if (release) return () => release().finally(giveBack);
					if (over()) break;
					await pause(between, signal);
				}
			} catch (error) {
				giveBack();
				throw error;
			}
			giveBack();
			return null;
		},
		async close() {
			await (await connecting?.catch(() => undefined))?.end();
		},
	};
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
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
