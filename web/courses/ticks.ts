import { storedValue } from '../platform/stored-value.ts';

/** A module ticked as done, or the tick taken back, that the server has not confirmed yet. */
export interface Tick {
	/** Whose it is: another account on the same device sends its own only. */
	account: number;
	course_id: string;
	module: number;
	done: boolean;
}

/** What this device still has to send, oldest first. */
export const waitingTicks = storedValue('lesson-ticks', parseTicks);

/** Keeps a tick until the server has it; only the last word on a module counts. */
export function keepTick(tick: Tick) {
	waitingTicks.set(withTick(waitingTicks.get() ?? [], tick));
}

/** The server has it, or will never take it. What was changed meanwhile stays. */
export function dropTick(tick: Tick) {
	const left = (waitingTicks.get() ?? []).filter((other) => !isSame(other, tick) || other.done !== tick.done);
	if (left.length > 0) waitingTicks.set(left);
	else waitingTicks.remove();
}

/** For a log-out: the device may be somebody else's. */
export function forgetTicks(account: number) {
	const left = (waitingTicks.get() ?? []).filter((tick) => tick.account !== account);
	if (left.length > 0) waitingTicks.set(left);
	else waitingTicks.remove();
}

export function withTick(ticks: readonly Tick[], tick: Tick): Tick[] {
	return [...ticks.filter((other) => !isSame(other, tick)), tick];
}

function isSame(a: Tick, b: Tick): boolean {
	return a.account === b.account && a.course_id === b.course_id && a.module === b.module;
}

/** Takes whatever stands in the storage. */
export function parseTicks(value: unknown): Tick[] | null {
	if (!Array.isArray(value)) return null;
	return value.flatMap((tick: unknown) => {
		const { account, course_id, module, done } = (tick ?? {}) as Partial<Record<keyof Tick, unknown>>;
		const known =
			typeof account === 'number' &&
			typeof course_id === 'string' &&
			typeof module === 'number' &&
			typeof done === 'boolean';
		return known ? [{ account, course_id, module, done }] : [];
	});
}
