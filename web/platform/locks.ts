/** Last task of each lock, for browsers without the Web Locks API (pages over plain HTTP). These locks cover only one tab. */
const tabLocks = new Map<string, Promise<unknown>>();

/** Calls `run` once no other task in any tab holds the lock; a closed tab releases it. Rejects if `signal` aborts before that. */
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

/** Calls `run` only if no task in any tab holds the lock. Otherwise resolves to null. */
export function tryLock<T>(name: string, run: () => Promise<T>): Promise<T | null> {
	const locks = getLockManager();
	if (locks) return locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : Promise.resolve(null)));
	return tabLocks.has(name) ? Promise.resolve(null) : withLock(name, run);
}

/** Resolves to whether a task in any tab holds the lock. */
export async function isLocked(name: string): Promise<boolean> {
	const locks = getLockManager();
	if (!locks) return tabLocks.has(name);
	const { held = [] } = await locks.query();
	return held.some((lock) => lock.name === name);
}

function getLockManager(): LockManager | undefined {
	return navigator.locks as LockManager | undefined;
}
