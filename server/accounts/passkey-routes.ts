import * as contract from '../../contract/accounts/passkeys.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { PasskeyService } from './passkeys.ts';

export function createPasskeyRoutes(passkeys: PasskeyService): Route[] {
	return [
		implementEndpoint(contract.listPasskeys, { policy: 'signedIn', rate: 'read' }, async ({ actor }) => ({
			items: await passkeys.list(actor),
		})),
		implementEndpoint(contract.beginPasskey, { policy: 'signedIn', rate: 'login' }, ({ actor, body }) =>
			passkeys.begin(actor, body),
		),
		implementEndpoint(contract.addPasskey, { policy: 'signedIn', rate: 'login' }, ({ actor, body }) =>
			passkeys.add(actor, body),
		),
		implementEndpoint(contract.renamePasskey, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params, body }) =>
			passkeys.rename(actor, params.id, body.name),
		),
		implementEndpoint(contract.removePasskey, { policy: 'ownerAlone', rate: 'login' }, ({ actor, params, body }) =>
			passkeys.remove(actor, params.id, body).then(() => undefined),
		),
		implementEndpoint(contract.beginPasskeyLogin, { policy: 'anyone', rate: 'login' }, () => passkeys.beginLogin()),
		implementEndpoint(contract.logInWithPasskey, { policy: 'anyone', rate: 'login' }, ({ body, userAgent, network }) =>
			passkeys.logIn(body, userAgent, { network }),
		),
	];
}
