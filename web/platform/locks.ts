/** What this tab does, by name, where the browser has no locks, over plain HTTP: turns are then those of one tab. */
const tabLocks = new Map<string, Promise<unknown>>();

/**
 * Runs after whatever else runs under this name, in every tab. A tab that is closed lets go. Rejects with the signal's reason where it
 * says so before the turn has come.
 */
export function withLock<T>(name: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
	const locks = getLockManager();
	if (locks) return locks.request(name, { ...(signal && { signal }) }, run);
	const { promise, resolve, reject } = Promise.withResolvers<T>();
	const onAbort = () => reject(signal?.reason);
	signal?.addEventListener('abort', onAbort, { once: true });
	const start = async () => {
		signal?.throwIfAborted();
		signal?.removeEventListener('abort', onAbort);
		return run();
	};
	const task = (tabLocks.get(name) ?? Promise.resolve()).then(start, start);
	task.then(resolve, reject);
	tabLocks.set(name, task);
	const release = () => {
		if (tabLocks.get(name) === task) tabLocks.delete(name);
	};
	task.then(release, release);
	return promise;
}

/** Runs unless something runs under this name in any tab: then null. */
export function tryLock<T>(name: string, run: () => Promise<T>): Promise<T | null> {
	const locks = getLockManager();
	if (locks) return locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : Promise.resolve(null)));
	return tabLocks.has(name) ? Promise.resolve(null) : withLock(name, run);
}

/** Whether something runs under this name, in any tab. */
export async function isLocked(name: string): Promise<boolean> {
	const locks = getLockManager();
	if (!locks) return tabLocks.has(name);
	const { held = [] } = await locks.query();
	return held.some((lock) => lock.name === name);
}

function getLockManager(): LockManager | undefined {
	return navigator.locks as LockManager | undefined;
}
