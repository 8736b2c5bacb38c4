import type { Generated, Selectable } from 'kysely';

export interface CommentTables {
	comments: {
		id: Generated<number>;
		account_id: number;
		/** One of the two is set. */
		ad_id: number | null;
		post_id: number | null;
		/** Whose ad or post it is on. */
		owner_id: number;
		/** The comment it replies to; that one has no parent. */
		parent_id: number | null;
		text: string;
		/** How many reply to it. */
		replies: Generated<number>;
		created_at: number;
		edited_at: number | null;
	};
}

export type CommentRow = Selectable<CommentTables['comments']>;
