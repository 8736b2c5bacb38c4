import { describe, inject } from 'vitest';
import type { Engine } from '../../server/platform/database/index.ts';
import { defaultEngine, onBothEngines } from '../../server/platform/testing/database.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** True for `npm run test:endurance`, false where `npm test` runs a short case of the same test. */
		isEndurance: boolean;
	}
}

/** The number of rounds: `long` for `npm run test:endurance`, `short` for `npm test`. */
export function rounds({ short, long }: { short: number; long: number }): number {
	return inject('isEndurance') ? long : short;
}

/** Runs a suite on both engines in the long run, and on the default one in the short. */
export function onRunEngines(title: string, suite: (engine: Engine) => void): void {
	if (inject('isEndurance')) onBothEngines(title, suite);
	else describe(title, () => suite(defaultEngine));
}
