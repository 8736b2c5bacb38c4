import type { Generated, GeneratedAlways, Selectable } from 'kysely';
import type { PostKind } from '../../contract/posts.ts';

export interface PostTables {
	posts: {
		id: Generated<number>;
		author_id: number;
		kind: PostKind;
		text: string;
		category: string | null;
		edited_at: number | null;
		/** Can be brought back for a while; nobody sees it. */
		deleted_at: number | null;
		hidden_at: number | null;
		/** Why, for its author. */
		hidden_reason: Generated<string>;
		/** 1 while its author is not to be seen. */
		owner_gone: Generated<number>;
		/** 1 where it may stand in lists: neither deleted nor hidden, and its author to be seen. */
		visible: GeneratedAlways<number>;
		/** Where it stands among the trending. */
		score: number;
		likes: Generated<number>;
		comments: Generated<number>;
		views: Generated<number>;
		created_at: number;
	};
	post_media: { post_id: number; position: number; media_id: number };
}

export type PostRow = Selectable<PostTables['posts']>;
