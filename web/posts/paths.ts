import type { PostKind } from '../../contract/posts/posts.ts';

export { postPath } from '../../contract/core/page-paths.ts';

export const composerPaths: Record<PostKind, string> = {
	tweet: '/mypromotweet',
	talk: '/mypromotalk',
	picture: '/dashboard/UserProfile/post',
};
