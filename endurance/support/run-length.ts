import { describe, inject } from 'vitest';
import type { Engine } from '../../server/database/index.ts';
import { defaultEngine, describeOnBothEngines } from '../../server/testing/database.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** Whether `npm run test:endurance` runs the tests. False in `npm test`, which runs fewer rounds. */
		isEndurance: boolean;
	}
}

/** Returns the number of rounds of a test: `long` in `npm run test:endurance`, `short` in `npm test`. */
export function getRoundCount({ short, long }: { short: number; long: number }): number {
	return inject('isEndurance') ? long : short;
}

export function describeOnSelectedEngines(title: string, suite: (engine: Engine) => void): void {
	if (inject('isEndurance')) describeOnBothEngines(title, suite);
	else describe(title, () => suite(defaultEngine));
}
