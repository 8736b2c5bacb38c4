import type { Generated, Selectable } from 'kysely';

export interface OperationTables {
	notices: {
		id: Generated<number>;
		text: string;
		/** A path on this site. */
		path: string | null;
		ends_at: number;
		created_at: number;
	};
}

export type NoticeRow = Selectable<OperationTables['notices']>;
