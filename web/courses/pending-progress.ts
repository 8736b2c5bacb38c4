import { createStoredValue } from '../platform/stored-value.ts';

/** Course module that the user marked as done or not done. The server has not confirmed the mark yet. */
export interface ProgressChange {
	/** Id of the account that made the change. On a shared device each account sends only its own changes. */
	account: number;
	course_id: string;
	module: number;
	done: boolean;
}

/** Unsent progress changes of this device, oldest first. */
export const pendingProgress = createStoredValue('lesson-ticks', parseProgressChanges);

/** Stores a progress change until the server confirms it. A new change replaces an earlier change of the same module. */
export function addProgressChange(tick: ProgressChange) {
	pendingProgress.set(addOrReplaceProgressChange(pendingProgress.get() ?? [], tick));
}

/** Removes a confirmed or rejected progress change, unless the user has changed the module again meanwhile. */
export function removeProgressChange(tick: ProgressChange) {
	const remaining = (pendingProgress.get() ?? []).filter(
		(other) => !isSameModule(other, tick) || other.done !== tick.done,
	);
	if (remaining.length > 0) pendingProgress.set(remaining);
	else pendingProgress.remove();
}

/** Removes an account's progress changes at logout, because others may use the device. */
export function clearProgressChanges(account: number) {
	const remaining = (pendingProgress.get() ?? []).filter((tick) => tick.account !== account);
	if (remaining.length > 0) pendingProgress.set(remaining);
	else pendingProgress.remove();
}

export function addOrReplaceProgressChange(ticks: readonly ProgressChange[], tick: ProgressChange): ProgressChange[] {
	return [...ticks.filter((other) => !isSameModule(other, tick)), tick];
}

function isSameModule(a: ProgressChange, b: ProgressChange): boolean {
	return a.account === b.account && a.course_id === b.course_id && a.module === b.module;
}

/** Parses stored progress changes and skips invalid ones. */
export function parseProgressChanges(value: unknown): ProgressChange[] | null {
	if (!Array.isArray(value)) return null;
	return value.flatMap((tick: unknown) => {
		const { account, course_id, module, done } = (tick ?? {}) as Partial<Record<keyof ProgressChange, unknown>>;
		const isValid =
			typeof account === 'number' &&
			typeof course_id === 'string' &&
			typeof module === 'number' &&
			typeof done === 'boolean';
		return isValid ? [{ account, course_id, module, done }] : [];
	});
}
