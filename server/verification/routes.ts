import * as contract from '../../contract/verification/verification.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { VerificationService } from './verification.ts';

export function createVerificationRoutes(verification: VerificationService): Route[] {
	return [
		implementEndpoint(contract.getVerification, { policy: 'signedIn', rate: 'read' }, ({ actor }) =>
			verification.getOwn(actor),
		),
		implementEndpoint(contract.sendPhoneCode, { policy: 'signedIn', rate: 'write' }, ({ actor, body, wideNetwork }) =>
			verification.sendPhoneCode(actor, body.phone, wideNetwork),
		),
		implementEndpoint(contract.verifyPhone, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			verification.verifyPhone(actor, body.code),
		),
		implementEndpoint(
			contract.addBusinessDocument,
			{ policy: 'signedIn', rate: 'upload', multipart: true },
			({ actor, request }) => verification.addDocument(actor, request),
		),
		implementEndpoint(contract.removeBusinessDocument, { policy: 'ownerAlone', rate: 'write' }, ({ actor, params }) =>
			verification.removeDocument(actor, params.id),
		),
		implementEndpoint(contract.requestBusinessVerification, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			verification.requestBusiness(actor, body),
		),
		implementEndpoint(contract.withdrawBusinessVerification, { policy: 'signedIn', rate: 'write' }, ({ actor }) =>
			verification.withdrawBusiness(actor),
		),
		implementEndpoint(contract.listVerificationRequests, { policy: 'admin', rate: 'read' }, ({ query }) =>
			verification.business.list(query),
		),
		implementEndpoint(contract.getVerificationRequest, { policy: 'admin', rate: 'read' }, ({ params }) =>
			verification.business.getDetail(params.id),
		),
		implementEndpoint(
			contract.decideVerificationRequest,
			{ policy: 'admin', rate: 'write' },
			({ tx, actor, params, body }) => verification.business.decide(tx, actor, params.id, body),
		),
	];
}
