import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { ContentTarget } from '../../contract/core/target.ts';

export interface ContentColumns {
	id: Generated<number>;
	hidden_at: number | null;
	/** Reason why a moderator hid the ad or post. Only the owner sees the reason. */
	hidden_reason: Generated<string>;
	/** 1 while the owner is suspended or pending deletion, which hides the ad or post; else 0. */
	owner_gone: Generated<number>;
	/** 1 if public lists may contain the ad or post: it is ready, not hidden and not deleted, and its owner is visible. Else 0. */
	visible: GeneratedAlways<number>;
	score: number;
	likes: Generated<number>;
	/** Number of likes by others that count in rankings. */
	ranked_likes: Generated<number>;
	comments: Generated<number>;
	/** Number of other accounts that count in rankings and commented. */
	ranked_comments: Generated<number>;
	views: Generated<number>;
	created_at: number;
}

/** File of an ad or a post. `position` is its place among the files. */
interface FileColumns {
	position: number;
	media_id: number;
}

export type ContentTables = Record<ContentTarget, ContentColumns> & Record<'ad_media' | 'post_media', FileColumns>;

export type ContentRow = Selectable<ContentColumns>;
