import { z } from 'zod';
import * as commonText from '../../text/shared/common.ts';
import { personSchema } from '../accounts/accounts.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import { contentTargets, targetParamsSchema } from '../core/target.ts';
import * as commentLimits from './limits.ts';

export const commentSchema = z.strictObject({
	id: idSchema,
	target: z.enum(contentTargets),
	target_id: idSchema,
	/** Top-level comment to which a reply belongs, even if it answers another reply; null for a top-level comment. */
	parent_id: idSchema.nullable(),
	text: z.string(),
	author: personSchema,
	created_at: timeSchema,
	edited_at: timeSchema.nullable(),
	replies: z.int().nonnegative(),
});
export type Comment = z.infer<typeof commentSchema>;

const commentTextSchema = createTextSchema({ max: commentLimits.comment.max, missing: commonText.writeSomething });

export const listComments = defineEndpoint('listComments', {
	summary: 'List comments without replies, newest first',
	params: targetParamsSchema,
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(commentSchema) },
	errors: ['not_found'],
});

export const createComment = defineEndpoint('createComment', {
	summary: 'Comment on an ad or a post, or reply to a comment (a reply to a reply joins the same thread)',
	params: targetParamsSchema,
	body: z.strictObject({ text: commentTextSchema, parent_id: idSchema.nullish() }),
	responses: { 201: commentSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

const commentParamsSchema = z.strictObject({ id: idParamSchema });

export const listReplies = defineEndpoint('listReplies', {
	summary: 'List the replies to a comment, oldest first',
	params: commentParamsSchema,
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(commentSchema) },
	errors: ['not_found'],
});

export const updateComment = defineEndpoint('updateComment', {
	summary: 'Update the text of your comment',
	params: commentParamsSchema,
	body: z.strictObject({ text: commentTextSchema }),
	responses: { 200: commentSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deleteComment = defineEndpoint('deleteComment', {
	summary: 'Delete your comment and its replies',
	params: commentParamsSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

/** Comment with the title and page path of its ad or post. */
const unansweredCommentSchema = commentSchema.extend({ target_title: z.string(), target_path: z.string() });
export type UnansweredComment = z.infer<typeof unansweredCommentSchema>;

export const listCommentsToAnswer = defineEndpoint('listCommentsToAnswer', {
	summary: 'List comments on your ads and posts without your reply, newest first; checks the last 1,000 comments',
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(unansweredCommentSchema) },
	errors: ['unauthenticated', 'forbidden'],
});
