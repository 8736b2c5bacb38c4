import type { Person } from '../../contract/accounts.ts';
import type { Post } from '../../contract/posts.ts';

/** Somebody else, without a picture. */
export function newPerson(id: number, userName: string): Person {
	return { id, user_name: userName, display_name: userName, user_image: null };
}

/** A tweet of somebody else's. */
export function newPost(id: number, differences: Partial<Post> = {}): Post {
	return {
		id,
		kind: 'tweet',
		text: `Tweet ${id}`,
		category: null,
		images: [],
		author: newPerson(9, 'mama_risi'),
		created_at: '2026-11-01T09:00:00.000Z',
		edited_at: null,
		likes: 0,
		comments: 0,
		views: 0,
		...differences,
	};
}
