import type { Generated, GeneratedAlways, Selectable } from 'kysely';

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
		/** How many reply to it that may be seen. */
		replies: Generated<number>;
		created_at: number;
		edited_at: number | null;
		hidden_at: number | null;
		/** 1 while its author is not to be seen. */
		owner_gone: Generated<number>;
		/** 1 where it may be seen and counts: not hidden, and its author to be seen. */
		visible: GeneratedAlways<number>;
	};
}

export type CommentRow = Selectable<CommentTables['comments']>;
