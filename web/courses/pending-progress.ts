import { createStoredValue } from '../platform/stored-value.ts';

/** A module ticked as done, or the tick taken back, that the server has not confirmed yet. */
export interface ProgressChange {
	/** Whose it is: another account on the same device sends its own only. */
	account: number;
	course_id: string;
	module: number;
	done: boolean;
}

/** What this device still has to send, oldest first. */
export const pendingProgress = createStoredValue('lesson-ticks', parseProgressChanges);

/** Keeps a tick until the server has it; only the last word on a module counts. */
export function addProgressChange(tick: ProgressChange) {
	pendingProgress.set(withProgressChange(pendingProgress.get() ?? [], tick));
}

/** The server has it, or will never take it. What was changed meanwhile stays. */
export function removeProgressChange(tick: ProgressChange) {
	const left = (pendingProgress.get() ?? []).filter((other) => !isSameModule(other, tick) || other.done !== tick.done);
	if (left.length > 0) pendingProgress.set(left);
	else pendingProgress.remove();
}

/** For a log-out: the device may be somebody else's. */
export function clearProgressChanges(account: number) {
	const left = (pendingProgress.get() ?? []).filter((tick) => tick.account !== account);
	if (left.length > 0) pendingProgress.set(left);
	else pendingProgress.remove();
}

export function withProgressChange(ticks: readonly ProgressChange[], tick: ProgressChange): ProgressChange[] {
	return [...ticks.filter((other) => !isSameModule(other, tick)), tick];
}

function isSameModule(a: ProgressChange, b: ProgressChange): boolean {
	return a.account === b.account && a.course_id === b.course_id && a.module === b.module;
}

/** Takes whatever stands in the storage. */
export function parseProgressChanges(value: unknown): ProgressChange[] | null {
	if (!Array.isArray(value)) return null;
	return value.flatMap((tick: unknown) => {
		const { account, course_id, module, done } = (tick ?? {}) as Partial<Record<keyof ProgressChange, unknown>>;
		const known =
			typeof account === 'number' &&
			typeof course_id === 'string' &&
			typeof module === 'number' &&
			typeof done === 'boolean';
		return known ? [{ account, course_id, module, done }] : [];
	});
}
