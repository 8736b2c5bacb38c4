import * as contract from '../../contract/follows.ts';
import { implement, type Route } from '../platform/http/index.ts';
import type { FollowService } from './follows.ts';

export function followRoutes(follows: FollowService): Route[] {
	return [
		implement(contract.follow, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			follows.follow(actor, params.user_name),
		),
		implement(contract.unfollow, { policy: 'signedIn', rate: 'write' }, ({ actor, params }) =>
			follows.unfollow(actor, params.user_name),
		),
		implement(contract.listFollowing, { policy: 'signedIn', rate: 'read' }, ({ actor, query: { names, ...page } }) =>
			names ? follows.listFollowingByUserName(actor, names) : follows.listFollowing(actor, page),
		),
	];
}
