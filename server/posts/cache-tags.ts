export function postCacheTag(id: number): string {
	return `post:${id}`;
}

/** Cache tag of all lists of posts. The tag covers the members and the order of the lists. */
export const postListsCacheTag = 'posts';
