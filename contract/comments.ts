import { z } from 'zod';
import { person } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { id, idParam, text, time } from './fields.ts';
import { limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { targetParams, targets } from './target.ts';
import * as commonText from './text/common.ts';

export const comment = z.strictObject({
	id,
	target: z.enum(targets),
	target_id: id,
	/** Parent comment; null for a top-level comment. */
	parent_id: id.nullable(),
	text: z.string(),
	author: person,
	created_at: time,
	edited_at: time.nullable(),
	replies: z.int().nonnegative(),
});
export type Comment = z.infer<typeof comment>;

const commentText = text({ max: limits.comment.max, missing: commonText.writeSomething });

export const listComments = endpoint('listComments', {
	summary: 'List comments without replies, newest first',
	params: targetParams,
	query: z.strictObject(pageQuery),
	responses: { 200: pageOf(comment) },
	errors: ['not_found'],
});

export const createComment = endpoint('createComment', {
	summary: 'Comment on an ad or a post, or reply to a comment (a reply to a reply joins the same thread)',
	params: targetParams,
	body: z.strictObject({ text: commentText, parent_id: id.nullish() }),
	responses: { 201: comment },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

const commentParams = z.strictObject({ id: idParam });

export const listReplies = endpoint('listReplies', {
	summary: 'List the replies to a comment, oldest first',
	params: commentParams,
	query: z.strictObject(pageQuery),
	responses: { 200: pageOf(comment) },
	errors: ['not_found'],
});

export const updateComment = endpoint('updateComment', {
	summary: 'Update the text of your comment',
	params: commentParams,
	body: z.strictObject({ text: commentText }),
	responses: { 200: comment },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deleteComment = endpoint('deleteComment', {
	summary: 'Delete your comment and its replies',
	params: commentParams,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

/** Comment with the title and page path of its ad or post. */
const unansweredComment = comment.extend({ target_title: z.string(), target_path: z.string() });
export type UnansweredComment = z.infer<typeof unansweredComment>;

export const listCommentsToAnswer = endpoint('listCommentsToAnswer', {
	summary: 'List comments on your ads and posts without your reply, newest first; checks the last 1,000 comments',
	query: z.strictObject(pageQuery),
	responses: { 200: pageOf(unansweredComment) },
	errors: ['unauthenticated', 'forbidden'],
});
