import type { Database } from '../database/index.ts';

/** The same database, which says what its transactions change: at that moment, and without what other processes say. */
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
