import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { Target } from '../../contract/target.ts';

export interface ContentColumns {
	id: Generated<number>;
	hidden_at: number | null;
	/** The reason shown to the owner. */
	hidden_reason: Generated<string>;
	/** 1 while the owner is hidden. */
	owner_gone: Generated<number>;
	/** 1 if the row may be listed: it is complete, neither hidden nor deleted, and its owner is visible. */
	visible: GeneratedAlways<number>;
	score: number;
	likes: Generated<number>;
	comments: Generated<number>;
	views: Generated<number>;
	created_at: number;
}

/** Files of a row, in their order. */
interface FileColumns {
	position: number;
	media_id: number;
}

export type ContentTables = Record<Target, ContentColumns> & Record<'ad_media' | 'post_media', FileColumns>;

export type ContentRow = Selectable<ContentColumns>;
