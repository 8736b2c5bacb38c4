/** Time source of long-running code, replaceable in tests. */
export interface Clock {
	/** Returns the current time in milliseconds since 1970. */
	now: () => number;
	/** Calls `run` once after the delay. Returns a function that cancels the call. */
	schedule: (milliseconds: number, run: () => void) => () => void;
}

export const clock: Clock = {
	now: () => Date.now(),
	schedule(milliseconds, run) {
		const timer = setTimeout(run, milliseconds);
		return () => clearTimeout(timer);
	},
};
