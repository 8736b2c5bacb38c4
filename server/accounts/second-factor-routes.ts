import * as contract from '../../contract/accounts/second-factor.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { SecondFactorService } from './second-factor.ts';

export function createSecondFactorRoutes(secondFactor: SecondFactorService): Route[] {
	return [
		implementEndpoint(contract.beginSecondFactor, { policy: 'signedIn', rate: 'login' }, ({ actor, body }) =>
			secondFactor.begin(actor, body.password),
		),
		implementEndpoint(contract.confirmSecondFactor, { policy: 'signedIn', rate: 'login' }, ({ actor, body }) =>
			secondFactor.confirm(actor, body.code),
		),
		implementEndpoint(contract.endSecondFactor, { policy: 'signedIn', rate: 'login' }, ({ actor, body }) =>
			secondFactor.end(actor, body).then(() => undefined),
		),
	];
}
