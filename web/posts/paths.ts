import type { PostKind } from '../../contract/posts.ts';

export { postPath } from '../../contract/page-paths.ts';

/** Paths of the pages to compose a post. */
export const composerPaths: Record<PostKind, string> = {
	tweet: '/mypromotweet',
	talk: '/mypromotalk',
	picture: '/dashboard/UserProfile/post',
};
