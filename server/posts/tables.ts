import type { Selectable } from 'kysely';
import type { PostKind } from '../../contract/posts.ts';
import type { ContentColumns } from '../content/index.ts';

export interface PostTables {
	posts: ContentColumns & {
		author_id: number;
		kind: PostKind;
		text: string;
		category: string | null;
		edited_at: number | null;
		/** Can be brought back for a while; nobody sees it. */
		deleted_at: number | null;
	};
	post_media: { post_id: number; position: number; media_id: number };
}

export type PostRow = Selectable<PostTables['posts']>;
