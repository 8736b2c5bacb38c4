import * as contract from '../../contract/accounts.ts';
import { adminLogIn } from '../../contract/admin-login.ts';
import { updateMe } from '../../contract/my-account.ts';
import { implement, type Route } from '../platform/http/index.ts';
import type { AccountService } from './accounts.ts';
import { googleRoutes } from './google-routes.ts';
import { recoveryRoutes } from './recovery-routes.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { followersTag, personTag } from './tags.ts';

/** `logIn` checks the rate itself, because known devices are exempt from the limit of their IP address. */
const logInOptions = { policy: 'anyone', rate: 'login', checksRate: true } as const;

export function accountRoutes(accounts: AccountService): Route[] {
	return [
		implement(contract.signUp, { policy: 'anyone', rate: 'login' }, ({ body, userAgent, network, wideNetwork }) =>
			accounts.signUp(body, userAgent, { network, wideNetwork }),
		),
		implement(contract.logIn, logInOptions, ({ body, userAgent, ...from }) =>
			accounts.logIn(body, userAgent, from, 'all'),
		),
		implement(adminLogIn, logInOptions, ({ body, userAgent, ...from }) =>
			accounts.logIn(body, userAgent, from, 'administrators'),
		),
		...googleRoutes(accounts.google),
		...secondFactorRoutes(accounts.secondFactor),
		implement(
			contract.logOut,
			// 'read' is counted in memory, so that logging out works on a full disk.
			{ policy: 'signedIn', rate: 'read', beforePasswordChange: true, allowPendingDeletion: true },
			({ actor }) => accounts.logOut(actor).then(() => undefined),
		),
		implement(
			contract.getMe,
			{ policy: 'signedIn', rate: 'read', beforePasswordChange: true, allowPendingDeletion: true },
			({ actor }) => accounts.getMe(actor),
		),
		implement(updateMe, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) => accounts.updateMe(actor, body)),
		implement(
			contract.changePassword,
			{ policy: 'signedIn', rate: 'write', beforePasswordChange: true },
			({ actor, body, userAgent }) => accounts.changePassword(actor, body, userAgent),
		),
		...recoveryRoutes(accounts.recovery),
		...sessionRoutes(accounts.sessions),
		implement(
			contract.getUser,
			{ policy: 'anyone', rate: 'read', cacheTags: (profile) => [personTag(profile.id), followersTag(profile.id)] },
			({ params }) => accounts.getProfile(params.user_name),
		),
	];
}
