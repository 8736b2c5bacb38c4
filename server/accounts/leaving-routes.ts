import * as contract from '../../contract/leaving.ts';
import { implement, type Route } from '../platform/http/index.ts';
import type { Export } from './export.ts';
import type { Leaving } from './leaving.ts';

/** What an owner does with all of the account at once. */
export function leavingRoutes(leaving: Leaving, exports: Export): Route[] {
	return [
		implement(contract.exportMe, { policy: 'signedIn', rate: 'write', whileLeaving: true }, ({ actor }) =>
			exports.addressFor(actor),
		),
		implement(contract.deleteMe, { policy: 'signedIn', rate: 'login' }, ({ actor, body }) =>
			leaving.leave(actor, body),
		),
		implement(contract.restoreMe, { policy: 'signedIn', rate: 'write', whileLeaving: true }, ({ actor }) =>
			leaving.comeBack(actor),
		),
	];
}
