import type { Generated, GeneratedAlways, Selectable } from 'kysely';

export interface CommentTables {
	comments: {
		id: Generated<number>;
		account_id: number;
		/** Either `ad_id` or `post_id` is set. */
		ad_id: number | null;
		post_id: number | null;
		/** Owner of the ad or post. */
		owner_id: number;
		/** Always a top-level comment. */
		parent_id: number | null;
		text: string;
		/** Number of visible replies. */
		replies: Generated<number>;
		created_at: number;
		edited_at: number | null;
		hidden_at: number | null;
		/** 1 while the author is hidden. */
		owner_gone: Generated<number>;
		/** 1 if neither the comment nor its author is hidden. */
		visible: GeneratedAlways<number>;
	};
}

export type CommentRow = Selectable<CommentTables['comments']>;
