import { verifyEmail } from '../../contract/accounts/accounts.ts';
import * as contract from '../../contract/accounts/recovery.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { NumberChangeService } from './number-changes.ts';
import type { AccountRecoveryService } from './recovery.ts';

export function createRecoveryRoutes(recovery: AccountRecoveryService, numberChanges: NumberChangeService): Route[] {
	return [
		implementEndpoint(contract.forgotPassword, { policy: 'anyone', rate: 'login' }, ({ body, wideNetwork }) =>
			recovery.forgotPassword(body.email, wideNetwork).then(() => undefined),
		),
		implementEndpoint(contract.resetPassword, { policy: 'anyone', rate: 'login' }, ({ body, network }) =>
			recovery.resetPassword(body.token, body.password, network).then(() => undefined),
		),
		implementEndpoint(verifyEmail, { policy: 'anyone', rate: 'login' }, ({ body }) =>
			recovery.verifyEmail(body.token).then(() => undefined),
		),
		implementEndpoint(contract.undoNumberChange, { policy: 'anyone', rate: 'login' }, ({ body }) =>
			numberChanges.undo(body.token).then(() => undefined),
		),
		implementEndpoint(contract.resendVerification, { policy: 'signedIn', rate: 'write' }, ({ actor }) =>
			recovery.resendVerification(actor).then(() => undefined),
		),
		implementEndpoint(contract.changeEmail, { policy: 'signedIn', rate: 'login' }, ({ actor, body }) =>
			recovery.changeEmail(actor, body).then(() => undefined),
		),
		implementEndpoint(contract.keepEmail, { policy: 'signedIn', rate: 'write' }, ({ actor }) =>
			recovery.cancelEmailChange(actor).then(() => undefined),
		),
	];
}
