import * as contract from '../../contract/accounts/accounts.ts';
import { adminLogIn } from '../../contract/accounts/admin-login.ts';
import { updateMe } from '../../contract/accounts/my-account.ts';
import type { Database } from '../database/index.ts';
import { detailTtl, implementEndpoint, type Route } from '../http/index.ts';
import type { AccountService } from './accounts.ts';
import { createApiTokenRoutes } from './api-token-routes.ts';
import { followersCacheTag, personCacheTag } from './cache-tags.ts';
import { createGoogleSignInRoutes } from './google-routes.ts';
import { createPasskeyRoutes } from './passkey-routes.ts';
import { createRecoveryRoutes } from './recovery-routes.ts';
import { createSecondFactorRoutes } from './second-factor-routes.ts';
import { createSessionRoutes } from './session-routes.ts';

/** Login routes check their rate limit themselves, because known devices are exempt from the limit of their IP address. */
const logInOptions = { policy: 'anyone', rate: 'login', checksRate: true } as const;

export function createAccountRoutes(db: Database, accounts: AccountService): Route[] {
	return [
		implementEndpoint(
			contract.signUp,
			{ policy: 'anyone', rate: 'login' },
			({ body, userAgent, network, wideNetwork }) => accounts.signUp(body, userAgent, { network, wideNetwork }),
		),
		// The response reveals which names are taken, as a sign-up does, so it has a sign-up's rate limit.
		implementEndpoint(
			contract.suggestUserName,
			{ policy: 'anyone', rate: 'login', cacheTags: () => [] },
			async ({ query }) => ({
				user_name: await accounts.suggestUserName(query.name),
			}),
		),
		implementEndpoint(contract.logIn, logInOptions, ({ body, userAgent, ...from }) =>
			accounts.logIn(body, userAgent, from, 'all'),
		),
		implementEndpoint(adminLogIn, logInOptions, ({ body, userAgent, ...from }) =>
			accounts.logIn(body, userAgent, from, 'administrators'),
		),
		...createGoogleSignInRoutes(accounts.google),
		...createSecondFactorRoutes(accounts.secondFactor),
		...createPasskeyRoutes(accounts.passkeys),
		implementEndpoint(
			contract.logOut,
			// The rate class `read` is counted in memory, so that users can log out on a full disk.
			{ policy: 'signedIn', rate: 'read', beforePasswordChange: true, allowPendingDeletion: true },
			({ actor }) => accounts.logOut(actor).then(() => undefined),
		),
		implementEndpoint(
			contract.getMe,
			{ policy: 'signedIn', scope: 'read', rate: 'read', beforePasswordChange: true, allowPendingDeletion: true },
			({ actor }) => accounts.getMe(actor),
		),
		implementEndpoint(updateMe, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			db.transaction((tx) => accounts.updateMe(tx, actor, body)),
		),
		implementEndpoint(
			contract.changePassword,
			{ policy: 'signedIn', rate: 'write', beforePasswordChange: true },
			({ actor, body, userAgent }) => accounts.changePassword(actor, body, userAgent),
		),
		...createRecoveryRoutes(accounts.recovery, accounts.numberChanges),
		...createSessionRoutes(accounts.sessions),
		...createApiTokenRoutes(accounts.apiTokens),
		implementEndpoint(
			contract.getUser,
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cacheTags: (profile) => [personCacheTag(profile.id), followersCacheTag(profile.id)],
				cache: { ttl: detailTtl, key: ({ params }) => params.user_name.toLowerCase() },
			},
			({ params }) => accounts.getProfile(params.user_name),
		),
	];
}
