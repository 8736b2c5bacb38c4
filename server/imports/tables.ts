import type { Generated, Selectable } from 'kysely';

export interface ImportTables {
	/** Batches of ads that a seller posts from a table. */
	imports: {
		id: Generated<number>;
		account_id: number;
		/** Number of ads that the seller announced. */
		ads: number;
		/** Number of ads posted so far, including those deleted since. */
		posted: Generated<number>;
		created_at: number;
		/** Time of the last ad; at first the creation time. */
		last_at: number;
		finished_at: number | null;
		undone_at: number | null;
	};
}

export type ImportRow = Selectable<ImportTables['imports']>;
