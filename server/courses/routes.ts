import * as contract from '../../contract/courses/courses.ts';
import { visibilityCacheTag } from '../accounts/index.ts';
import { implementEndpoint, type Route } from '../http/index.ts';
import { modulesCacheTag } from './cache-tags.ts';
import type { CourseService } from './courses.ts';

/** Cache lifetime of a course's list of modules, in milliseconds. */
const modulesTtl = 600_000;

export function createCourseRoutes(courses: CourseService): Route[] {
	return [
		implementEndpoint(
			contract.listModules,
			{
				policy: 'anyone',
				scope: 'read',
				rate: 'read',
				cacheTags: (_, { params }) => [modulesCacheTag(params.id)],
				cache: { ttl: modulesTtl, ignoresSession: true },
			},
			async ({ params: { id } }) => ({ items: await courses.listModules(id) }),
		),
		implementEndpoint(contract.getModule, { policy: 'learner', rate: 'read' }, ({ actor, params: { id, module } }) =>
			courses.getModule(actor, id, module),
		),
		implementEndpoint(
			contract.getModuleCheck,
			{ policy: 'learner', rate: 'read' },
			({ actor, params: { id, module } }) => courses.getCheck(actor, id, module),
		),
		implementEndpoint(contract.answerModuleCheck, { policy: 'owner', rate: 'write' }, ({ actor, params, body }) =>
			courses.answerCheck(actor, params.id, params.module, body.answers),
		),
		implementEndpoint(
			contract.getPreview,
			{ policy: 'anyone', scope: 'read', rate: 'read', cacheTags: () => [] },
			({ params }) => courses.getPreview(params.id),
		),
		implementEndpoint(contract.updateModule, { policy: 'admin', rate: 'write' }, ({ actor, params, body }) =>
			courses.updateModule(actor, params.id, params.module, body),
		),
		implementEndpoint(contract.getProgress, { policy: 'owner', rate: 'read' }, ({ actor, params }) =>
			courses.getProgress(actor, params.id),
		),
		implementEndpoint(contract.setProgress, { policy: 'owner', rate: 'write' }, ({ actor, params, body }) =>
			courses.setProgress(actor, params.id, body.module, body.done),
		),
		implementEndpoint(
			contract.getCertificate,
			{ policy: 'anyone', scope: 'read', rate: 'read', cacheTags: () => [visibilityCacheTag] },
			({ params }) => courses.getCertificate(params.code),
		),
	];
}
