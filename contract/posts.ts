import { z } from 'zod';
import { person } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { category, id, idList, idParam, text, time } from './fields.ts';
import { limits } from './limits.ts';
import { picture, uploadedFile } from './media.ts';
import { pageOf, pageQuery } from './page.ts';
import * as commonText from './text/common.ts';
import * as validationText from './text/validation.ts';

export const postKinds = ['tweet', 'talk', 'picture'] as const;
export type PostKind = (typeof postKinds)[number];

export const post = z.strictObject({
	id,
	kind: z.enum(postKinds),
	text: z.string(),
	/** Topic; null if the author chose none. */
	category: z.string().nullable(),
	images: z.array(picture),
	author: person,
	created_at: time,
	/** Null if never edited. */
	edited_at: time.nullable(),
	likes: z.int().nonnegative(),
	comments: z.int().nonnegative(),
	views: z.int().nonnegative(),
});
export type Post = z.infer<typeof post>;

/** Post in its author's list. */
export const ownPost = post.extend({
	/** Reason if a moderator hid the post. */
	hidden: z.string().nullable(),
});
export type OwnPost = z.infer<typeof ownPost>;

const images = z.array(uploadedFile).max(limits.post.pictures, validationText.tooManyPictures(limits.post.pictures));

export const newPost = z.discriminatedUnion('kind', [
	z.strictObject({
		kind: z.literal('tweet'),
		text: text({ max: limits.post.tweet, missing: commonText.writeSomething }),
		category: category.nullish(),
		images: images.default([]),
	}),
	z.strictObject({
		kind: z.literal('talk'),
		text: text({ max: limits.post.talk, missing: commonText.writeSomething }),
		category: category.nullish(),
		images: images.default([]),
	}),
	z.strictObject({
		kind: z.literal('picture'),
		text: text({ max: limits.post.picture }),
		category: category.nullish(),
		images: z.array(uploadedFile).length(1, validationText.onePictureOnly),
	}),
]);

export const createPost = endpoint('createPost', {
	summary: 'Post a tweet, a talk or a picture',
	body: newPost,
	responses: { 201: post },
	errors: ['unauthenticated', 'forbidden'],
	idempotent: true,
});

export const listPosts = endpoint('listPosts', {
	summary: 'List posts, newest first; `ids` returns these posts in that order and omits missing ones',
	query: z.strictObject({
		...pageQuery,
		kind: z.enum(postKinds).optional(),
		ids: idList.optional(),
	}),
	responses: { 200: pageOf(post) },
	errors: [],
});

const postParams = z.strictObject({ id: idParam });

export const getPost = endpoint('getPost', {
	summary: 'Get a tweet, a talk or a picture',
	params: postParams,
	/** Only the author receives `hidden`. */
	responses: { 200: post.extend({ hidden: ownPost.shape.hidden.optional() }) },
	errors: ['not_found'],
});

export const updatePost = endpoint('updatePost', {
	summary: 'Update the text of your post; its kind limits the length',
	params: postParams,
	body: z.strictObject({ text: text({ max: limits.post.talk }) }),
	responses: { 200: post },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deletePost = endpoint('deletePost', {
	summary: 'Delete your post; it can be restored for ten minutes',
	params: postParams,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const restorePost = endpoint('restorePost', {
	summary: 'Restore your deleted post',
	params: postParams,
	responses: { 200: post },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listMyPosts = endpoint('listMyPosts', {
	summary: 'List your posts, newest first',
	query: z.strictObject({ ...pageQuery, kind: z.enum(postKinds).optional() }),
	responses: { 200: pageOf(ownPost) },
	errors: ['unauthenticated', 'forbidden'],
});
