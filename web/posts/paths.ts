import type { PostKind } from '../../contract/posts.ts';

export { postPath } from '../../contract/page-paths.ts';

export const composerPaths: Record<PostKind, string> = {
	tweet: '/mypromotweet',
	talk: '/mypromotalk',
	picture: '/dashboard/UserProfile/post',
};
