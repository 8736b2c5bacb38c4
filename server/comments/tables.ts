import type { Generated, GeneratedAlways, Selectable } from 'kysely';

export interface CommentTables {
	comments: {
		id: Generated<number>;
		account_id: number;
		/** Ad that has the comment. Exactly one of `ad_id` and `post_id` is set. */
		ad_id: number | null;
		post_id: number | null;
		/** Owner of the ad or post that has the comment. */
		owner_id: number;
		/** Top-level comment to which a reply belongs; null for a top-level comment. */
		parent_id: number | null;
		text: string;
		/** Number of visible replies to the comment. */
		replies: Generated<number>;
		created_at: number;
		edited_at: number | null;
		hidden_at: number | null;
		/** 1 while the comment's author is suspended or pending deletion, else 0. */
		owner_gone: Generated<number>;
		/** 1 if neither the comment nor its author is hidden, else 0. */
		visible: GeneratedAlways<number>;
	};
}

export type CommentRow = Selectable<CommentTables['comments']>;
