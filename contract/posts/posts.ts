import { z } from 'zod';
import * as commonText from '../../text/shared/common.ts';
import * as validationText from '../../text/shared/validation.ts';
import { personSchema } from '../accounts/accounts.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { categorySchema, createTextSchema, idListSchema, idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { pictureSchema, uploadedFileSchema } from '../media/media.ts';
import * as postLimits from './limits.ts';

export const postKinds = ['tweet', 'talk', 'picture'] as const;
export type PostKind = (typeof postKinds)[number];

export const postSchema = z.strictObject({
	id: idSchema,
	kind: z.enum(postKinds),
	text: z.string(),
	/** Category of the post; null if the author chose none. */
	category: z.string().nullable(),
	images: z.array(pictureSchema),
	author: personSchema,
	created_at: timeSchema,
	/** Time of the last edit; null for a post that was never edited. */
	edited_at: timeSchema.nullable(),
	likes: z.int().nonnegative(),
	comments: z.int().nonnegative(),
	views: z.int().nonnegative(),
});
export type Post = z.infer<typeof postSchema>;

/** Post in the list of its author's own posts. */
export const ownPostSchema = postSchema.extend({
	/** Reason why a moderator hid the post; null if the post is not hidden. */
	hidden: z.string().nullable(),
});
export type OwnPost = z.infer<typeof ownPostSchema>;

const imagesSchema = z
	.array(uploadedFileSchema)
	.max(postLimits.post.pictures, validationText.tooManyPictures(postLimits.post.pictures));

export const newPostSchema = z.discriminatedUnion('kind', [
	z.strictObject({
		kind: z.literal('tweet'),
		text: createTextSchema({ max: postLimits.post.tweet, missing: commonText.writeSomething }),
		category: categorySchema.nullish(),
		images: imagesSchema.default([]),
	}),
	z.strictObject({
		kind: z.literal('talk'),
		text: createTextSchema({ max: postLimits.post.talk, missing: commonText.writeSomething }),
		category: categorySchema.nullish(),
		images: imagesSchema.default([]),
	}),
	z.strictObject({
		kind: z.literal('picture'),
		text: createTextSchema({ max: postLimits.post.picture }),
		category: categorySchema.nullish(),
		images: z.array(uploadedFileSchema).length(1, validationText.onePictureOnly),
	}),
]);

export const createPost = defineEndpoint('createPost', {
	summary: 'Post a tweet, a talk or a picture',
	body: newPostSchema,
	responses: { 201: postSchema },
	errors: ['unauthenticated', 'forbidden'],
	idempotent: true,
});

export const listPosts = defineEndpoint('listPosts', {
	summary: 'List posts, newest first; `ids` returns these posts in that order and omits missing ones',
	query: z.strictObject({
		...paginationQueryShape,
		kind: z.enum(postKinds).optional(),
		ids: idListSchema.optional(),
	}),
	responses: { 200: createCursorPageSchema(postSchema) },
	errors: [],
});

const postParamsSchema = z.strictObject({ id: idParamSchema });

export const getPost = defineEndpoint('getPost', {
	summary: 'Get a tweet, a talk or a picture',
	params: postParamsSchema,
	/** Only the author of the post receives `hidden`, the reason why a moderator hid the post. */
	responses: { 200: postSchema.extend({ hidden: ownPostSchema.shape.hidden.optional() }) },
	errors: ['not_found'],
});

export const updatePost = defineEndpoint('updatePost', {
	summary: 'Update the text of your post; its kind limits the length',
	params: postParamsSchema,
	body: z.strictObject({ text: createTextSchema({ max: postLimits.post.talk }) }),
	responses: { 200: postSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deletePost = defineEndpoint('deletePost', {
	summary: 'Delete your post; it can be restored for ten minutes',
	params: postParamsSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const restorePost = defineEndpoint('restorePost', {
	summary: 'Restore your deleted post',
	params: postParamsSchema,
	responses: { 200: postSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listMyPosts = defineEndpoint('listMyPosts', {
	summary: 'List your posts, newest first',
	query: z.strictObject({ ...paginationQueryShape, kind: z.enum(postKinds).optional() }),
	responses: { 200: createCursorPageSchema(ownPostSchema) },
	errors: ['unauthenticated', 'forbidden'],
});
