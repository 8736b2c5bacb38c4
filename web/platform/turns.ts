/** What this tab does, by name, where the browser has no locks: over plain HTTP. */
const running = new Map<string, Promise<unknown>>();

/** Runs after whatever else runs under this name, in every tab. A tab that is closed lets go. */
export function inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
	const locks = locksOf();
	if (locks) return locks.request(name, run);
	const turn = (running.get(name) ?? Promise.resolve()).then(run, run);
	running.set(name, turn);
	const leave = () => {
		if (running.get(name) === turn) running.delete(name);
	};
	turn.then(leave, leave);
	return turn;
}

/** Runs unless something runs under this name in any tab: then null. */
export function ifFree<T>(name: string, run: () => Promise<T>): Promise<T | null> {
	const locks = locksOf();
	if (locks) return locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : Promise.resolve(null)));
	return running.has(name) ? Promise.resolve(null) : inTurn(name, run);
}

function locksOf(): LockManager | undefined {
	return navigator.locks as LockManager | undefined;
}
