import type { AccountService } from '../accounts/index.ts';
import type { Platform } from '../platform/platform.ts';
import { createFollowService } from './follows.ts';
import { followPersonalData } from './personal-data.ts';
import { followRoutes } from './routes.ts';

export function createFollowsModule(deps: Platform & { accounts: AccountService }) {
	const follows = createFollowService(deps);
	return { service: follows, routes: followRoutes(follows), personalData: [followPersonalData(deps.accounts)] };
}
