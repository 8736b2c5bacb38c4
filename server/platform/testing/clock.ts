import type { Clock } from '../clock.ts';

export interface FakeClock extends Clock {
	/** Moves the time by that many milliseconds. */
	advance(ms: number): void;
}

/** A clock that stands still at `start`, milliseconds since 1970 began, until it is moved. */
export function fakeClock(start: number = Date.UTC(2026, 0, 1)): FakeClock {
	let time = start;
	return {
		now: () => time,
		advance(ms) {
			time += ms;
		},
	};
}
