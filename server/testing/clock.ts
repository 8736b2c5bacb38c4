import type { Clock } from '../core/clock.ts';

export interface FakeClock extends Clock {
	/** Moves the time by `ms` milliseconds. Negative values set the clock back. */
	advance(ms: number): void;
}

/** Creates a clock that stays at `start` (milliseconds since 1970) until it is advanced. */
export function createFakeClock(start: number = Date.UTC(2026, 0, 1)): FakeClock {
	let time = start;
	return {
		now: () => time,
		advance(ms) {
			time += ms;
		},
	};
}
