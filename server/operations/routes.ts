import * as contract from '../../contract/operations.ts';
import { implement, type Route } from '../platform/http/index.ts';
import type { OperationsService } from './operations.ts';
import { siteNoticeTag } from './tags.ts';

export function operationRoutes(operations: OperationsService): Route[] {
	return [
		implement(contract.getFigures, { policy: 'admin', rate: 'read' }, () => operations.getStats()),
		implement(contract.listFailedJobs, { policy: 'admin', rate: 'read' }, () => operations.listFailedJobs()),
		implement(contract.retryJob, { policy: 'admin', rate: 'write' }, ({ actor, params }) =>
			operations.retryJob(actor, params.id).then(() => undefined),
		),
		implement(contract.listUsers, { policy: 'admin', rate: 'read' }, ({ query }) => operations.listUsers(query)),
		implement(contract.getSampleContent, { policy: 'admin', rate: 'read' }, () => operations.sampleContent()),
		implement(contract.removeSampleContent, { policy: 'admin', rate: 'write' }, ({ actor }) =>
			operations.removeSampleContent(actor),
		),
		implement(contract.getNotice, { policy: 'anyone', rate: 'read', cacheTags: () => [siteNoticeTag] }, () =>
			operations.getNotice(),
		),
		implement(contract.publishNotice, { policy: 'admin', rate: 'write' }, ({ actor, body }) =>
			operations.publishNotice(actor, body),
		),
		implement(contract.endNotice, { policy: 'admin', rate: 'write' }, ({ actor }) =>
			operations.endNotice(actor).then(() => undefined),
		),
	];
}
