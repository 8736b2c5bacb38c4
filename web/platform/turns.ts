/** What this tab does, by name, where the browser has no locks, over plain HTTP: turns are then those of one tab. */
const running = new Map<string, Promise<unknown>>();

/**
 * Runs after whatever else runs under this name, in every tab. A tab that is closed lets go. Rejects with the signal's reason where it
 * says so before the turn has come.
 */
export function inTurn<T>(name: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
	const locks = locksOf();
	if (locks) return locks.request(name, { ...(signal && { signal }) }, run);
	const { promise, resolve, reject } = Promise.withResolvers<T>();
	const giveUp = () => reject(signal?.reason);
	signal?.addEventListener('abort', giveUp, { once: true });
	const begin = async () => {
		signal?.throwIfAborted();
		signal?.removeEventListener('abort', giveUp);
		return run();
	};
	const turn = (running.get(name) ?? Promise.resolve()).then(begin, begin);
	turn.then(resolve, reject);
	running.set(name, turn);
	const leave = () => {
		if (running.get(name) === turn) running.delete(name);
	};
	turn.then(leave, leave);
	return promise;
}

/** Runs unless something runs under this name in any tab: then null. */
export function ifFree<T>(name: string, run: () => Promise<T>): Promise<T | null> {
	const locks = locksOf();
	if (locks) return locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : Promise.resolve(null)));
	return running.has(name) ? Promise.resolve(null) : inTurn(name, run);
}

/** Whether something runs under this name, in any tab. */
export async function isTaken(name: string): Promise<boolean> {
	const locks = locksOf();
	if (!locks) return running.has(name);
	const { held = [] } = await locks.query();
	return held.some((lock) => lock.name === name);
}

function locksOf(): LockManager | undefined {
	return navigator.locks as LockManager | undefined;
}
