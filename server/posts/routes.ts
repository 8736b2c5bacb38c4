import type { Post } from '../../contract/posts/posts.ts';
import * as contract from '../../contract/posts/posts.ts';
import { personCacheTag } from '../accounts/index.ts';
import type { Database } from '../database/index.ts';
import { callCosts, detailTtl, implementEndpoint, type Route } from '../http/index.ts';
import { postCacheTag, postListsCacheTag } from './cache-tags.ts';
import type { PostService } from './posts.ts';

export function createPostRoutes({ db, posts }: { db: Database; posts: PostService }): Route[] {
	return [
		implementEndpoint(
			contract.createPost,
			{ policy: 'signedIn', scope: 'posts', rate: 'write' },
			({ tx, actor, body }) => posts.create(tx, actor, body),
		),
		implementEndpoint(
			contract.listPosts,
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cost: () => callCosts.list,
				cacheTags: ({ items }) => [postListsCacheTag, ...items.flatMap(postCacheTags)],
			},
			async ({ query: { ids, ...query } }) =>
				ids ? { items: await posts.listByIds(ids), next_cursor: null } : posts.list(query, query),
		),
		implementEndpoint(
			contract.getPost,
			{ policy: 'anyone', scope: 'read', rate: 'read', cacheTags: postCacheTags, cache: { ttl: detailTtl } },
			({ actor, params }) => posts.show(params.id, actor),
		),
		implementEndpoint(
			contract.updatePost,
			{ policy: 'owner', scope: 'posts', rate: 'write' },
			({ actor, params, body }) => db.transaction((tx) => posts.update(tx, actor, params.id, body.text)),
		),
		implementEndpoint(contract.deletePost, { policy: 'owner', scope: 'posts', rate: 'write' }, ({ actor, params }) =>
			db.transaction((tx) => posts.remove(tx, actor, params.id)).then(() => undefined),
		),
		implementEndpoint(
			contract.restorePost,
			{ policy: 'ownerAlone', scope: 'posts', rate: 'write' },
			({ actor, params }) => db.transaction((tx) => posts.restore(tx, actor, params.id)),
		),
		implementEndpoint(contract.listMyPosts, { policy: 'signedIn', scope: 'read', rate: 'read' }, ({ actor, query }) =>
			posts.listOwn(actor, query),
		),
	];
}

function postCacheTags(post: Post): string[] {
	return [postCacheTag(post.id), personCacheTag(post.author.id)];
}
