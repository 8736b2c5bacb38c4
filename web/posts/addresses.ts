import type { Post, PostKind } from '../../contract/posts.ts';
import { slugOf } from '../../contract/slug.ts';

/** Path of a post's own page. The id decides; the rest of a talk's is for people to read. */
export function postPath({ id, kind, text }: Pick<Post, 'id' | 'kind' | 'text'>): string {
	if (kind === 'tweet') return `/mypromotweet/${id}`;
	if (kind === 'talk') return `/mypromotalk/${id}/${slugOf(text)}`;
	return `/picture/${id}`;
}

/** Where posts of a kind are made. */
export const composerPaths: Record<PostKind, string> = {
	tweet: '/mypromotweet',
	talk: '/mypromotalk',
	picture: '/dashboard/UserProfile/post',
};
