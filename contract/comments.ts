import { z } from 'zod';
import { personSchema } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { idParamSchema, idSchema, text, timeSchema } from './fields.ts';
import { limits } from './limits.ts';
import { createPageSchema, pageQueryShape } from './page.ts';
import { targetParamsSchema, targets } from './target.ts';
import * as commonText from './text/common.ts';

export const commentSchema = z.strictObject({
	id: idSchema,
	target: z.enum(targets),
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

const commentTextSchema = text({ max: limits.comment.max, missing: commonText.writeSomething });

export const listComments = endpoint('listComments', {
	summary: 'List comments without replies, newest first',
	params: targetParamsSchema,
	query: z.strictObject(pageQueryShape),
	responses: { 200: createPageSchema(commentSchema) },
	errors: ['not_found'],
});

export const createComment = endpoint('createComment', {
	summary: 'Comment on an ad or a post, or reply to a comment (a reply to a reply joins the same thread)',
	params: targetParamsSchema,
	body: z.strictObject({ text: commentTextSchema, parent_id: idSchema.nullish() }),
	responses: { 201: commentSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

const commentParamsSchema = z.strictObject({ id: idParamSchema });

export const listReplies = endpoint('listReplies', {
	summary: 'List the replies to a comment, oldest first',
	params: commentParamsSchema,
	query: z.strictObject(pageQueryShape),
	responses: { 200: createPageSchema(commentSchema) },
	errors: ['not_found'],
});

export const updateComment = endpoint('updateComment', {
	summary: 'Update the text of your comment',
	params: commentParamsSchema,
	body: z.strictObject({ text: commentTextSchema }),
	responses: { 200: commentSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deleteComment = endpoint('deleteComment', {
	summary: 'Delete your comment and its replies',
	params: commentParamsSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

/** Comment with the title and page path of its ad or post. */
const unansweredCommentSchema = commentSchema.extend({ target_title: z.string(), target_path: z.string() });
export type UnansweredComment = z.infer<typeof unansweredCommentSchema>;

export const listCommentsToAnswer = endpoint('listCommentsToAnswer', {
	summary: 'List comments on your ads and posts without your reply, newest first; checks the last 1,000 comments',
	query: z.strictObject(pageQueryShape),
	responses: { 200: createPageSchema(unansweredCommentSchema) },
	errors: ['unauthenticated', 'forbidden'],
});
