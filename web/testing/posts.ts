import type { Person } from '../../contract/accounts.ts';
import type { Comment } from '../../contract/comments.ts';
import type { OwnPost } from '../../contract/posts.ts';

/** Somebody else, without a picture. */
export function newPerson(id: number, userName: string): Person {
	return { id, user_name: userName, display_name: userName, user_image: null };
}

const author = newPerson(9, 'mama_risi');

/** A tweet of somebody else's. */
export function newPost(id: number, differences: Partial<OwnPost> = {}): OwnPost {
	return {
		id,
		kind: 'tweet',
		text: `Tweet ${id}`,
		category: null,
		images: [],
		author,
		created_at: '2026-11-01T09:00:00.000Z',
		edited_at: null,
		likes: 0,
		comments: 0,
		views: 0,
		hidden: null,
		...differences,
	};
}

/** A comment of somebody else's on a post. */
export function newComment(id: number, differences: Partial<Comment> = {}): Comment {
	return {
		id,
		target: 'posts',
		target_id: 5,
		parent_id: null,
		text: `Comment ${id}`,
		author,
		created_at: '2026-11-01T09:00:00.000Z',
		edited_at: null,
		replies: 0,
		...differences,
	};
}
