import { z } from 'zod';
import { person } from './accounts.ts';
import { addresses } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { category, id, idList, idParam, text, time } from './fields.ts';
import { limits } from './limits.ts';
import { picture, uploaded } from './media.ts';
import { pageOf, pageQuery } from './page.ts';

export const postKinds = ['tweet', 'talk', 'picture'] as const;
export type PostKind = (typeof postKinds)[number];

/** A tweet, a talk or a picture. */
export const post = z.strictObject({
	id,
	kind: z.enum(postKinds),
	text: z.string(),
	/** What it is about, where its author says so. */
	category: z.string().nullable(),
	images: z.array(picture),
	author: person,
	created_at: time,
	/** Null where it was never changed. */
	edited_at: time.nullable(),
	likes: z.int().nonnegative(),
	comments: z.int().nonnegative(),
	views: z.int().nonnegative(),
});
export type Post = z.infer<typeof post>;

/** A post in its author's list. */
export const ownPost = post.extend({
	/** Why it was taken down, where it was. */
	hidden: z.string().nullable(),
});
export type OwnPost = z.infer<typeof ownPost>;

const images = z.array(uploaded).max(limits.post.pictures, `At most ${limits.post.pictures} pictures`);

export const newPost = z.discriminatedUnion('kind', [
	z.strictObject({
		kind: z.literal('tweet'),
		text: text({ max: limits.post.tweet, missing: 'Write something first' }),
		category: category.nullish(),
		images: images.default([]),
	}),
	z.strictObject({
		kind: z.literal('talk'),
		text: text({ max: limits.post.talk, missing: 'Write something first' }),
		category: category.nullish(),
		images: images.default([]),
	}),
	z.strictObject({
		kind: z.literal('picture'),
		text: text({ max: limits.post.picture }),
		category: category.nullish(),
		images: z.array(uploaded).length(1, 'Choose one picture'),
	}),
]);

export const createPost = endpoint(addresses.createPost, {
	summary: 'Post a tweet, a talk or a picture',
	body: newPost,
	answers: { 201: post },
	repeatable: true,
});

export const listPosts = endpoint(addresses.listPosts, {
	summary: 'Posts, newest first; with `ids` those that are not gone, in that order',
	query: z.strictObject({
		...pageQuery,
		kind: z.enum(postKinds).optional(),
		ids: idList.optional(),
	}),
	answers: { 200: pageOf(post) },
});

const postParams = z.strictObject({ id: idParam });

export const getPost = endpoint(addresses.getPost, {
	summary: 'A tweet, a talk or a picture',
	params: postParams,
	/** `hidden` stands there for its author alone. */
	answers: { 200: post.extend({ hidden: ownPost.shape.hidden.optional() }) },
});

export const updatePost = endpoint(addresses.updatePost, {
	summary: 'Change the text of an own post; its kind sets how long it may be',
	params: postParams,
	body: z.strictObject({ text: text({ max: limits.post.talk }) }),
	answers: { 200: post },
});

export const deletePost = endpoint(addresses.deletePost, {
	summary: 'Delete an own post; it can be brought back for ten minutes',
	params: postParams,
	answers: { 204: null },
});

export const restorePost = endpoint(addresses.restorePost, {
	summary: 'Bring an own deleted post back',
	params: postParams,
	answers: { 200: post },
});

export const listMyPosts = endpoint(addresses.listMyPosts, {
	summary: 'The own posts, newest first',
	query: z.strictObject({ ...pageQuery, kind: z.enum(postKinds).optional() }),
	answers: { 200: pageOf(ownPost) },
});
