import * as contract from '../../contract/accounts/api-tokens.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { ApiTokenService } from './api-tokens.ts';

export function createApiTokenRoutes(apiTokens: ApiTokenService): Route[] {
	return [
		implementEndpoint(contract.listApiTokens, { policy: 'signedIn', rate: 'read' }, async ({ actor }) => ({
			items: await apiTokens.list(actor),
		})),
		implementEndpoint(contract.createApiToken, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			apiTokens.create(actor, body),
		),
		implementEndpoint(contract.revokeApiToken, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params }) =>
			apiTokens.revoke(actor, params.id).then(() => undefined),
		),
	];
}
