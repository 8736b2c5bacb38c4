/** The time, as what runs for long is given it. */
export interface Clock {
	/** Milliseconds since 1970. */
	now: () => number;
	/** Runs it once so many milliseconds are over, unless the function that is returned is called before. */
	schedule: (milliseconds: number, run: () => void) => () => void;
}

export const clock: Clock = {
	now: () => Date.now(),
	schedule(milliseconds, run) {
		const timer = setTimeout(run, milliseconds);
		return () => clearTimeout(timer);
	},
};
