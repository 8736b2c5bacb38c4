import * as contract from '../../contract/accounts/sessions.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { SessionService } from './sessions.ts';

export function createSessionRoutes(sessions: SessionService): Route[] {
	return [
		implementEndpoint(contract.listSessions, { policy: 'signedIn', rate: 'read' }, async ({ actor }) => ({
			items: await sessions.list(actor),
		})),
		implementEndpoint(contract.endSession, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params }) =>
			sessions.end(actor, params.id).then(() => undefined),
		),
		implementEndpoint(contract.endSessions, { policy: 'signedIn', rate: 'write' }, ({ actor, query }) =>
			sessions.endAll(actor, query).then(() => undefined),
		),
	];
}
