import * as contract from '../../contract/likes/likes.ts';
import type { Database } from '../database/index.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { LikeService } from './likes.ts';

export function createLikeRoutes({ db, likes }: { db: Database; likes: LikeService }): Route[] {
	return [
		implementEndpoint(contract.like, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			likes.like(actor, params.target, params.id),
		),
		implementEndpoint(contract.unlike, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			db.transaction((tx) => likes.unlike(tx, actor, params.target, params.id)),
		),
		implementEndpoint(contract.listMyLikes, { policy: 'signedIn', scope: 'read', rate: 'read' }, ({ actor, query }) =>
			likes.filterLiked(actor, { ads: query.ads ?? [], posts: query.posts ?? [] }),
		),
	];
}
