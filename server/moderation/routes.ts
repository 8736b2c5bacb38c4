import * as contract from '../../contract/moderation.ts';
import { implement, type Route } from '../platform/http/index.ts';
import type { Moderation } from './moderation.ts';

export function moderationRoutes(moderation: Moderation): Route[] {
	return [
		implement(contract.report, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			moderation.report(actor, body).then(() => undefined),
		),
	];
}
