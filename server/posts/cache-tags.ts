export function postCacheTag(id: number): string {
	return `post:${id}`;
}

/** Cache tag of all lists of posts: their members and order. */
export const postListsCacheTag = 'posts';
