import * as contract from '../../contract/follows/follows.ts';
import type { Database } from '../database/index.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { FollowService } from './follows.ts';

export function createFollowRoutes({ db, follows }: { db: Database; follows: FollowService }): Route[] {
	return [
		implementEndpoint(contract.follow, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			db.transaction((tx) => follows.follow(tx, actor, params.user_name)),
		),
		implementEndpoint(contract.unfollow, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			db.transaction((tx) => follows.unfollow(tx, actor, params.user_name)),
		),
		implementEndpoint(
			contract.listFollowing,
			{ policy: 'signedIn', scope: 'read', rate: 'read' },
			({ actor, query: { names, ...page } }) =>
				names ? follows.listFollowingByUserName(actor, names) : follows.listFollowing(actor, page),
		),
	];
}
