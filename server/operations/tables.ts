import type { Generated, Selectable } from 'kysely';

export interface OperationTables {
	notices: {
		id: Generated<number>;
		text: string;
		/** Path on this site that the notice links to. */
		path: string | null;
		ends_at: number;
		created_at: number;
	};
}

export type SiteNoticeRow = Selectable<OperationTables['notices']>;
