import * as contract from '../../contract/moderation/moderation.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import type { ModerationService } from './moderation.ts';

export function createModerationRoutes(moderation: ModerationService): Route[] {
	return [
		implementEndpoint(contract.report, { policy: 'signedIn', rate: 'write' }, ({ actor, body, wideNetwork }) =>
			moderation.report(actor, body, wideNetwork).then(() => undefined),
		),
		implementEndpoint(contract.listReports, { policy: 'admin', rate: 'read' }, ({ query }) =>
			moderation.listCases(query),
		),
		implementEndpoint(
			contract.decideReports,
			{
				policy: 'admin',
				rate: 'write',
				prepare: ({ params, body }) => moderation.readPicturesOfCase(params.id, body.decision),
			},
			({ tx, actor, params, body }, pictures) => moderation.decideCase(tx, actor, params.id, body, pictures),
		),
		implementEndpoint(contract.suspendUser, { policy: 'admin', rate: 'write' }, ({ tx, actor, params, body }) =>
			moderation.suspend(tx, actor, params.id, body),
		),
		implementEndpoint(contract.liftDecision, { policy: 'admin', rate: 'write' }, ({ tx, actor, params, body }) =>
			moderation.lift(tx, actor, params.id, body.reason),
		),
		implementEndpoint(contract.upholdDecision, { policy: 'admin', rate: 'write' }, ({ tx, actor, params, body }) =>
			moderation.uphold(tx, actor, params.id, body.reason),
		),
		implementEndpoint(contract.listMyDecisions, { policy: 'signedIn', rate: 'read' }, ({ actor, query }) =>
			moderation.listOwn(actor, query),
		),
		implementEndpoint(contract.getDecision, { policy: 'unguessable', rate: 'read' }, ({ params }) =>
			moderation.findByKey(params.key),
		),
		implementEndpoint(contract.appeal, { policy: 'unguessable', rate: 'write' }, ({ params, body }) =>
			moderation.appeal(params.key, body.text),
		),
		implementEndpoint(contract.listAudit, { policy: 'admin', rate: 'read' }, ({ query }) =>
			moderation.listAudit(query),
		),
	];
}
