import type { Comment } from '../../contract/comments.ts';
import * as contract from '../../contract/comments.ts';
import { personTag } from '../accounts/index.ts';
import { callCosts, implement, type Route } from '../platform/http/index.ts';
import type { CommentService } from './comments.ts';
import { commentsTag } from './tags.ts';

export function commentRoutes(comments: CommentService): Route[] {
	return [
		implement(
			contract.listComments,
			{ policy: 'anyone', rate: 'read', cost: () => callCosts.list, cacheTags: ({ items }) => getTags(items) },
			({ params, query }) => comments.list(params.target, params.id, query),
		),
		implement(contract.createComment, { policy: 'signedIn', rate: 'write' }, ({ tx, actor, params, body }) =>
			comments.create(tx, actor, params.target, params.id, body),
		),
		implement(
			contract.listReplies,
			{ policy: 'anyone', rate: 'read', cost: () => callCosts.list, cacheTags: ({ items }) => getTags(items) },
			({ params, query }) => comments.listReplies(params.id, query),
		),
		implement(contract.updateComment, { policy: 'owner', rate: 'write' }, ({ actor, params, body }) =>
			comments.update(actor, params.id, body.text),
		),
		implement(contract.deleteComment, { policy: 'owner', rate: 'write' }, ({ actor, params }) =>
			comments.remove(actor, params.id).then(() => undefined),
		),
		implement(contract.listCommentsToAnswer, { policy: 'signedIn', rate: 'read' }, ({ actor, query }) =>
			comments.listUnanswered(actor, query),
		),
	];
}

function getTags(items: readonly Comment[]): string[] {
	const tags = items.flatMap((item) => [commentsTag(item.target, item.target_id), personTag(item.author.id)]);
	return [...new Set(tags)];
}
