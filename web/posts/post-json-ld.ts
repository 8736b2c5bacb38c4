import type { Post } from '../../contract/posts/posts.ts';
import * as postsText from '../../text/web/posts.ts';
import { postPath } from './paths.ts';
import { postKindInfo } from './post-kind-info.ts';
import { shortenToSingleLine } from './text-tokens.ts';

/** Returns a one-line title for a post, with the author's name. */
export function getPostTitle({ kind, text, author }: Pick<Post, 'kind' | 'text' | 'author'>): string {
	const name = author.display_name || author.user_name;
	const from = postsText.title(postKindInfo[kind].name, name);
	return text === '' ? from : `${name}: ${shortenToSingleLine(text, 70)}`;
}

/** Builds schema.org data of a post. `origin` is the site's origin and `profile` the path of the author's profile. */
export function buildPostJsonLd(post: Post, profile: string, origin: string) {
	const absolute = (path: string) => new URL(path, origin).href;
	const toInteractionCounter = (action: string, count: number) => ({
		'@type': 'InteractionCounter',
		interactionType: `https://schema.org/${action}`,
		userInteractionCount: count,
	});
	return {
		'@context': 'https://schema.org',
		'@type': post.kind === 'picture' ? 'ImageObject' : 'DiscussionForumPosting',
		url: absolute(postPath(post)),
		...(post.kind === 'picture' ? { caption: post.text } : { text: post.text }),
		datePublished: post.created_at,
		...(post.edited_at !== null && { dateModified: post.edited_at }),
		author: {
			'@type': 'Person',
			name: post.author.display_name || post.author.user_name,
			url: absolute(profile),
		},
		...(post.images[0] && {
			[post.kind === 'picture' ? 'contentUrl' : 'image']:
				post.kind === 'picture' ? absolute(post.images[0].url) : post.images.map(({ url }) => absolute(url)),
		}),
		interactionStatistic: [
			toInteractionCounter('LikeAction', post.likes),
			toInteractionCounter('CommentAction', post.comments),
		],
	};
}
