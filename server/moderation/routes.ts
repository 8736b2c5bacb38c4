import * as contract from '../../contract/moderation.ts';
import { implement, type Route } from '../platform/http/index.ts';
import type { ModerationService } from './moderation.ts';

export function moderationRoutes(moderation: ModerationService): Route[] {
	return [
		implement(contract.report, { policy: 'signedIn', rate: 'write' }, ({ actor, body }) =>
			moderation.report(actor, body).then(() => undefined),
		),
		implement(contract.listReports, { policy: 'admin', rate: 'read' }, ({ query }) => moderation.listCases(query)),
		implement(contract.decideReports, { policy: 'admin', rate: 'write' }, ({ tx, actor, params, body }) =>
			moderation.decideCase(tx, actor, params.id, body),
		),
		implement(contract.suspendUser, { policy: 'admin', rate: 'write' }, ({ tx, actor, params, body }) =>
			moderation.suspend(tx, actor, params.id, body),
		),
		implement(contract.liftDecision, { policy: 'admin', rate: 'write' }, ({ tx, actor, params, body }) =>
			moderation.lift(tx, actor, params.id, body.reason),
		),
		implement(contract.upholdDecision, { policy: 'admin', rate: 'write' }, ({ tx, actor, params, body }) =>
			moderation.uphold(tx, actor, params.id, body.reason),
		),
		implement(contract.listMyDecisions, { policy: 'signedIn', rate: 'read' }, ({ actor, query }) =>
			moderation.listOwn(actor, query),
		),
		implement(contract.getDecision, { policy: 'unguessable', rate: 'read' }, ({ params }) =>
			moderation.findByKey(params.key),
		),
		implement(contract.appeal, { policy: 'unguessable', rate: 'write' }, ({ params, body }) =>
			moderation.appeal(params.key, body.text),
		),
		implement(contract.listAudit, { policy: 'admin', rate: 'read' }, ({ query }) => moderation.listAudit(query)),
	];
}
