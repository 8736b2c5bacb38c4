import type { Accounts } from '../accounts/index.ts';
import type { Platform } from '../platform/platform.ts';
import { createFollows } from './follows.ts';
import { followData } from './personal-data.ts';
import { followRoutes } from './routes.ts';

export function createFollowsModule(deps: Platform & { accounts: Accounts }) {
	const follows = createFollows(deps);
	return { service: follows, routes: followRoutes(follows), personalData: [followData(deps.accounts)] };
}
