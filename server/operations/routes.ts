import * as contract from '../../contract/operations/operations.ts';
import { detailTtl, implementEndpoint, type Route } from '../http/index.ts';
import { siteNoticeCacheTag } from './cache-tags.ts';
import type { OperationsService } from './operations.ts';

export function createOperationRoutes(operations: OperationsService): Route[] {
	return [
		implementEndpoint(contract.getFigures, { policy: 'admin', rate: 'read' }, () => operations.getStats()),
		implementEndpoint(contract.listFailedJobs, { policy: 'admin', rate: 'read' }, () => operations.listFailedJobs()),
		implementEndpoint(contract.retryJob, { policy: 'admin', rate: 'write' }, ({ actor, params }) =>
			operations.retryJob(actor, params.id).then(() => undefined),
		),
		implementEndpoint(contract.deleteJob, { policy: 'admin', rate: 'write' }, ({ actor, params }) =>
			operations.deleteJob(actor, params.id).then(() => undefined),
		),
		implementEndpoint(contract.getWaiting, { policy: 'admin', rate: 'read' }, () => operations.getWaiting()),
		implementEndpoint(contract.listUsers, { policy: 'admin', rate: 'read' }, ({ query }) =>
			operations.listUsers(query),
		),
		implementEndpoint(contract.getSampleContent, { policy: 'admin', rate: 'read' }, () => operations.sampleContent()),
		implementEndpoint(contract.removeSampleContent, { policy: 'admin', rate: 'write' }, ({ actor }) =>
			operations.removeSampleContent(actor),
		),
		implementEndpoint(
			contract.getNotice,
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cacheTags: () => [siteNoticeCacheTag],
				// Every page that is rendered anew asks for the notice.
				cache: { ttl: detailTtl, ignoresSession: true },
			},
			() => operations.getNotice(),
		),
		implementEndpoint(contract.publishNotice, { policy: 'admin', rate: 'write' }, ({ actor, body }) =>
			operations.publishNotice(actor, body),
		),
		implementEndpoint(contract.endNotice, { policy: 'admin', rate: 'write' }, ({ actor }) =>
			operations.endNotice(actor).then(() => undefined),
		),
	];
}
