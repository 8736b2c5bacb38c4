import type { Comment } from '../../contract/comments/comments.ts';
import * as contract from '../../contract/comments/comments.ts';
import { personCacheTag } from '../accounts/index.ts';
import { toItemKey } from '../content/index.ts';
import type { Database } from '../database/index.ts';
import { callCosts, type EndpointCall, implementEndpoint, type Route } from '../http/index.ts';
import { commentsCacheTag } from './cache-tags.ts';
import type { CommentService, NewComment } from './comments.ts';

export function createCommentRoutes({ db, comments }: { db: Database; comments: CommentService }): Route[] {
	return [
		implementEndpoint(
			contract.listComments,
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cost: () => callCosts.list,
				cacheTags: ({ items }) => getTags(items),
			},
			({ params, query }) => comments.list(params.target, params.id, query),
		),
		implementEndpoint(
			contract.createComment,
			{
				policy: 'signedIn',
				rate: 'write',
				batch: {
					toRow: ({ params: { target, id }, body }) => (body.parent_id ? null : toItemKey({ target, targetId: id })),
					handle: (tx, calls, options) => comments.createTogether(tx, calls.map(toNewComment), options),
				},
			},
			({ tx, ...call }) => comments.create(tx, toNewComment(call)),
		),
		implementEndpoint(
			contract.listReplies,
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cost: () => callCosts.list,
				cacheTags: ({ items }) => getTags(items),
			},
			({ params, query }) => comments.listReplies(params.id, query),
		),
		implementEndpoint(contract.updateComment, { policy: 'owner', rate: 'write' }, ({ actor, params, body }) =>
			db.transaction((tx) => comments.update(tx, actor, params.id, body.text)),
		),
		implementEndpoint(contract.deleteComment, { policy: 'owner', rate: 'write' }, ({ actor, params }) =>
			db.transaction((tx) => comments.remove(tx, actor, params.id)).then(() => undefined),
		),
		implementEndpoint(
			contract.listCommentsToAnswer,
			{ policy: 'signedIn', scope: 'read', rate: 'read' },
			({ actor, query }) => comments.listUnanswered(actor, query),
		),
	];
}

function toNewComment({
	actor: { accountId },
	params: { target, id: targetId },
	body: form,
}: Pick<EndpointCall<typeof contract.createComment, 'signedIn'>, 'actor' | 'params' | 'body'>): NewComment {
	return { accountId, target, targetId, form };
}

function getTags(items: readonly Comment[]): string[] {
	const tags = items.flatMap((item) => [commentsCacheTag(item.target, item.target_id), personCacheTag(item.author.id)]);
	return [...new Set(tags)];
}
