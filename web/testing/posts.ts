import type { Person } from '../../contract/accounts/accounts.ts';
import type { Comment } from '../../contract/comments/comments.ts';
import type { OwnPost } from '../../contract/posts/posts.ts';

export function makePerson(id: number, userName: string): Person {
	return { id, user_name: userName, display_name: userName, user_image: null };
}

const author = makePerson(9, 'mama_risi');

/** Makes a tweet by another account. */
export function makePost(id: number, overrides: Partial<OwnPost> = {}): OwnPost {
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
		...overrides,
	};
}

/** Makes a comment by another account on a post. */
export function makeComment(id: number, overrides: Partial<Comment> = {}): Comment {
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
		...overrides,
	};
}
