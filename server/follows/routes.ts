import * as contract from '../../contract/follows/follows.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { FollowService } from './follows.ts';

export function createFollowRoutes(follows: FollowService): Route[] {
	return [
		implementEndpoint(contract.follow, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			follows.follow(actor, params.user_name),
		),
		implementEndpoint(contract.unfollow, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			follows.unfollow(actor, params.user_name),
		),
		implementEndpoint(
			contract.listFollowing,
			{ policy: 'signedIn', scope: 'read', rate: 'read' },
			({ actor, query: { names, ...page } }) =>
				names ? follows.listFollowingByUserName(actor, names) : follows.listFollowing(actor, page),
		),
	];
}
