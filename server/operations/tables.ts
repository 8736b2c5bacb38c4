import type { Generated, Selectable } from 'kysely';

export interface OperationTables {
	notices: {
		id: Generated<number>;
		text: string;
		/** Path on this site to which the notice links. Null without a link. */
		path: string | null;
		ends_at: number;
		created_at: number;
	};
}

export type SiteNoticeRow = Selectable<OperationTables['notices']>;
