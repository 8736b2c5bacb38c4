/** Names what an answer shows of a post, for caches. */
export function postTag(id: number): string {
	return `post:${id}`;
}

/** Names the lists of posts: which ones stand there, and in what order. */
export const postListsTag = 'posts';
