export function postCacheTag(id: number): string {
	return `post:${id}`;
}

/** Cache tag of all lists of posts. Invalidated when posts join or leave a list, or their order changes. */
export const postListsCacheTag = 'posts';
