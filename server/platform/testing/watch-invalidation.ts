import type { Database } from '../database/index.ts';

/** Wraps a database to report the tags that its transactions invalidate, immediately and without those of other processes. */
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
				}),
			),
	};
}
