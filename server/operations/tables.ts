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

export type SiteNoticeRow = Selectable<OperationTables['notices']>;
