import { verifyEmail } from '../../contract/accounts.ts';
import * as contract from '../../contract/recovery.ts';
import { implement, type Route } from '../platform/http/index.ts';
import type { AccountRecoveryService } from './recovery.ts';

export function recoveryRoutes(recovery: AccountRecoveryService): Route[] {
	return [
		implement(contract.forgotPassword, { policy: 'anyone', rate: 'login' }, ({ body, wideNetwork }) =>
			recovery.forgotPassword(body.email, wideNetwork).then(() => undefined),
		),
		implement(contract.resetPassword, { policy: 'anyone', rate: 'login' }, ({ body, network }) =>
			recovery.resetPassword(body.token, body.password, network).then(() => undefined),
		),
		implement(verifyEmail, { policy: 'anyone', rate: 'login' }, ({ body }) =>
			recovery.verifyEmail(body.token).then(() => undefined),
		),
		implement(contract.resendVerification, { policy: 'signedIn', rate: 'write' }, ({ actor }) =>
			recovery.resendVerification(actor).then(() => undefined),
		),
		implement(contract.changeEmail, { policy: 'signedIn', rate: 'login' }, ({ actor, body }) =>
			recovery.changeEmail(actor, body).then(() => undefined),
		),
		implement(contract.keepEmail, { policy: 'signedIn', rate: 'write' }, ({ actor }) =>
			recovery.cancelEmailChange(actor).then(() => undefined),
		),
	];
}
