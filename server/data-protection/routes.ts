import * as contract from '../../contract/data-protection/data-protection.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { DataProtectionService } from './data-protection.ts';

export function createDataProtectionRoutes({ record, requests, breaches }: DataProtectionService): Route[] {
	return [
		implementEndpoint(contract.getProcessingRecord, { policy: 'admin', rate: 'read' }, () => record.get()),
		implementEndpoint(
			contract.sendLegalRequest,
			{ policy: 'anyone', rate: 'write', refusesTokens: true },
			({ tx, actor, wideNetwork, body }) => requests.send(tx, actor, wideNetwork, body),
		),
		implementEndpoint(contract.getLegalRequest, { policy: 'unguessable', rate: 'read' }, ({ params }) =>
			requests.get(params.tracking_code),
		),
		implementEndpoint(contract.listLegalRequests, { policy: 'admin', rate: 'read' }, ({ query }) =>
			requests.list(query),
		),
		implementEndpoint(contract.answerLegalRequest, { policy: 'admin', rate: 'write' }, ({ tx, actor, params, body }) =>
			requests.answer(tx, actor, params.id, body),
		),
		implementEndpoint(contract.listBreaches, { policy: 'admin', rate: 'read' }, ({ query }) => breaches.list(query)),
		implementEndpoint(contract.recordBreach, { policy: 'admin', rate: 'write' }, ({ tx, actor, body }) =>
			breaches.record(tx, actor, body),
		),
		implementEndpoint(contract.updateBreach, { policy: 'admin', rate: 'write' }, ({ actor, params, body }) =>
			breaches.update(actor, params.id, body),
		),
		implementEndpoint(contract.addBreachAccounts, { policy: 'admin', rate: 'write' }, ({ actor, params, body }) =>
			breaches.addAccounts(actor, params.id, body),
		),
		implementEndpoint(contract.sendBreachNotice, { policy: 'admin', rate: 'write' }, ({ tx, actor, params, body }) =>
			breaches.sendNotice(tx, actor, params.id, body.text),
		),
		implementEndpoint(contract.listMyBreachNotices, { policy: 'signedIn', rate: 'read' }, ({ actor }) =>
			breaches.listOwnNotices(actor.accountId),
		),
		implementEndpoint(contract.exportBreachAccounts, { policy: 'admin', rate: 'write' }, ({ actor, params }) =>
			breaches.exportAccounts(actor, params.id),
		),
	];
}
