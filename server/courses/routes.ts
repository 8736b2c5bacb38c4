import * as contract from '../../contract/courses.ts';
import { visibilityTag } from '../accounts/index.ts';
import { buildResponse, implement, type ResponseCache, type Route } from '../platform/http/index.ts';
import type { CourseService } from './courses.ts';
import { modulesTag } from './tags.ts';

export interface CourseRoutesDeps {
	courses: CourseService;
	cache: ResponseCache;
	/** The operator's number, digits for `wa.me`; null if not configured. */
	whatsapp: string | null;
}

/** Cache lifetime of the list of modules, milliseconds. */
const modulesTtl = 600_000;

export function courseRoutes({ courses, cache, whatsapp }: CourseRoutesDeps): Route[] {
	return [
		implement(contract.getContact, { policy: 'anyone', rate: 'read', cacheTags: () => ['contact'] }, async () => ({
			whatsapp,
		})),
		implement(contract.listModules, { policy: 'anyone', rate: 'read' }, ({ params: { id } }) =>
			cache.getOrBuild(`modules ${id}`, modulesTtl, async () =>
				buildResponse({
					bytes: Buffer.from(JSON.stringify({ items: await courses.listModules(id) })),
					headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
					tags: [modulesTag(id)],
				}),
			),
		),
		implement(contract.getModule, { policy: 'learner', rate: 'read' }, ({ actor, params: { id, module } }) =>
			courses.getModule(actor, id, module),
		),
		implement(contract.updateModule, { policy: 'admin', rate: 'write' }, ({ actor, params, body }) =>
			courses.updateModule(actor, params.id, params.module, body),
		),
		implement(contract.getProgress, { policy: 'owner', rate: 'read' }, ({ actor, params }) =>
			courses.getProgress(actor, params.id),
		),
		implement(contract.setProgress, { policy: 'owner', rate: 'write' }, ({ actor, params, body }) =>
			courses.setProgress(actor, params.id, body.module, body.done),
		),
		implement(
			contract.getCertificate,
			{ policy: 'anyone', rate: 'read', cacheTags: () => [visibilityTag] },
			({ params }) => courses.getCertificate(params.code),
		),
	];
}
