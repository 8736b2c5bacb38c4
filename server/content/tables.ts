import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { Target } from '../../contract/target.ts';

/** The columns that ads and posts share. */
export interface ContentColumns {
	id: Generated<number>;
	hidden_at: number | null;
	/** Why, for its owner. */
	hidden_reason: Generated<string>;
	/** 1 while its owner is not to be seen. */
	owner_gone: Generated<number>;
	/** 1 where it may stand in lists: it can be shown, is not hidden, and its owner is to be seen. */
	visible: GeneratedAlways<number>;
	/** Where it stands among the trending. */
	score: number;
	likes: Generated<number>;
	comments: Generated<number>;
	views: Generated<number>;
	created_at: number;
}

/** Its files, in their order. */
interface FileColumns {
	position: number;
	media_id: number;
}

export type ContentTables = Record<Target, ContentColumns> & Record<'ad_media' | 'post_media', FileColumns>;

export type ContentRow = Selectable<ContentColumns>;
