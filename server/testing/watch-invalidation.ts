import type { Database } from '../database/index.ts';

/** Wraps a database to report the cache tags that its own transactions invalidate, without waiting and without other processes' tags. */
export function watchInvalidation(db: Database, onInvalidate: (tags: readonly string[]) => void): Database {
	return {
		...db,
		transaction: (work) =>
			db.transaction((tx) =>
				work({
					...tx,
					invalidate(...tags) {
						onInvalidate(tags);
						tx.invalidate(...tags);
					},
					invalidateSoon(...tags) {
						onInvalidate(tags);
						tx.invalidateSoon(...tags);
					},
				}),
			),
	};
}
