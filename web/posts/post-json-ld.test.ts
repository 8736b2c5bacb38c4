import { expect, test } from 'vitest';
import type { Post } from '../../contract/posts/posts.ts';
import * as postsText from '../../text/web/posts.ts';
import { postPath } from './paths.ts';
import { buildPostJsonLd, getPostTitle } from './post-json-ld.ts';

const post: Post = {
	id: 7,
	kind: 'talk',
	text: 'Báwo ni ọjà?\n\nTell me how the market is where you are, and what you pay for a basket of tomatoes.',
	category: null,
	images: [],
	author: { id: 1, user_name: 'risi', display_name: 'Mama Risi', user_image: null },
	created_at: '2026-01-01T00:00:00Z',
	edited_at: null,
	likes: 3,
	comments: 2,
	views: 9,
};

test('gives each kind its own path', () => {
	expect(postPath({ ...post, kind: 'tweet' })).toBe('/mypromotweet/7');
	expect(postPath({ ...post, text: 'Báwo ni ọjà?' })).toBe('/mypromotalk/7/bawo-ni-oja');
	expect(postPath({ ...post, text: '🧵' })).toMatch(/^\/mypromotalk\/7\/[a-z]+$/);
	expect(postPath({ ...post, kind: 'picture' })).toBe('/picture/7');
});

test('builds a one-line title with the author', () => {
	expect(getPostTitle(post)).toMatch(/^Mama Risi: Báwo ni ọjà\? Tell me .{10,60}…$/);
	expect(getPostTitle({ ...post, kind: 'picture', text: '' })).toBe(postsText.title('Picture', 'Mama Risi'));
});

test('describes author, date and interactions', () => {
	expect(buildPostJsonLd(post, '/profile/user/risi', 'https://kasuwa.example')).toMatchObject({
		'@type': 'DiscussionForumPosting',
		text: post.text,
		datePublished: post.created_at,
		author: { name: 'Mama Risi', url: 'https://kasuwa.example/profile/user/risi' },
		interactionStatistic: [{ userInteractionCount: 3 }, { userInteractionCount: 2 }],
	});
});
