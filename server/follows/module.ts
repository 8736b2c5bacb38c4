import type { AccountService } from '../accounts/index.ts';
import type { Platform } from '../platform.ts';
import { createFollowService } from './follows.ts';
import { createFollowPersonalData } from './personal-data.ts';
import { createFollowRoutes } from './routes.ts';

export function createFollowsModule(deps: Platform & { accounts: AccountService }) {
	const follows = createFollowService(deps);
	return {
		service: follows,
		routes: createFollowRoutes({ db: deps.db, follows }),
		personalData: [createFollowPersonalData(deps.accounts)],
	};
}
