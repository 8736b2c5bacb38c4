import type { PostKind } from '../../contract/posts.ts';

export { postPath } from '../../contract/page-paths.ts';

/** Where posts of a kind are made. */
export const composerPaths: Record<PostKind, string> = {
	tweet: '/mypromotweet',
	talk: '/mypromotalk',
	picture: '/dashboard/UserProfile/post',
};
