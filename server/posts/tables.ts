import type { Selectable } from 'kysely';
import type { PostKind } from '../../contract/posts/posts.ts';
import type { ContentColumns } from '../content/index.ts';

export interface PostTables {
	posts: ContentColumns & {
		author_id: number;
		kind: PostKind;
		text: string;
		category: string | null;
		edited_at: number | null;
		/** Time of deletion. A deleted post is invisible to everyone and can be restored for a while. */
		deleted_at: number | null;
	};
	post_media: { post_id: number; position: number; media_id: number };
}

export type PostRow = Selectable<PostTables['posts']>;
