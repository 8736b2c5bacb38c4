import * as contract from '../../contract/second-factor.ts';
import { implement, type Route } from '../platform/http/index.ts';
import type { SecondFactorService } from './second-factor.ts';

export function secondFactorRoutes(secondFactor: SecondFactorService): Route[] {
	return [
		implement(contract.beginSecondFactor, { policy: 'admin', rate: 'login' }, ({ actor, body }) =>
			secondFactor.begin(actor, body.password),
		),
		implement(contract.confirmSecondFactor, { policy: 'admin', rate: 'login' }, ({ actor, body }) =>
			secondFactor.confirm(actor, body.code),
		),
		implement(contract.endSecondFactor, { policy: 'admin', rate: 'login' }, ({ actor, body }) =>
			secondFactor.end(actor, body).then(() => undefined),
		),
	];
}
