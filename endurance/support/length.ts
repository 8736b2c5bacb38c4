import { inject } from 'vitest';

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
