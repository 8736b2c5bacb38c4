import type { Post } from '../../contract/posts.ts';
import * as contract from '../../contract/posts.ts';
import { personTag } from '../accounts/index.ts';
import { callCosts, implement, type Route } from '../platform/http/index.ts';
import type { PostService } from './posts.ts';
import { postListsTag, postTag } from './tags.ts';

export function postRoutes(posts: PostService): Route[] {
	return [
		implement(contract.createPost, { policy: 'signedIn', rate: 'write' }, ({ tx, actor, body }) =>
			posts.create(tx, actor, body),
		),
		implement(
			contract.listPosts,
			{
				policy: 'anyone',
				rate: 'read',
				cost: () => callCosts.list,
				cacheTags: ({ items }) => [postListsTag, ...items.flatMap(postCacheTags)],
			},
			async ({ query: { ids, ...query } }) =>
				ids ? { items: await posts.listByIds(ids), next_cursor: null } : posts.list(query, query),
		),
		implement(contract.getPost, { policy: 'anyone', rate: 'read', cacheTags: postCacheTags }, ({ actor, params }) =>
			posts.show(params.id, actor),
		),
		implement(contract.updatePost, { policy: 'owner', rate: 'write' }, ({ actor, params, body }) =>
			posts.update(actor, params.id, body.text),
		),
		implement(contract.deletePost, { policy: 'owner', rate: 'write' }, ({ actor, params }) =>
			posts.remove(actor, params.id).then(() => undefined),
		),
		implement(contract.restorePost, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params }) =>
			posts.restore(actor, params.id),
		),
		implement(contract.listMyPosts, { policy: 'signedIn', rate: 'read' }, ({ actor, query }) =>
			posts.listOwn(actor, query),
		),
	];
}

function postCacheTags(post: Post): string[] {
	return [postTag(post.id), personTag(post.author.id)];
}
