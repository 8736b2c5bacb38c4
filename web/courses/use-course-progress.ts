import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Course } from '../../contract/courses/course-catalogue.ts';
import type { Progress } from '../../contract/courses/courses.ts';
import { useApi } from '../platform/api.ts';
import { useStoredValue } from '../platform/stored-value.ts';
import { progressQuery } from './learning-queries.ts';
import { addProgressChange, type ProgressChange, pendingProgress } from './pending-progress.ts';

/** Returns an account's progress in a course, including pending changes of this device. */
export function useCourseProgress(course: Course, account: number) {
	const options = progressQuery(useApi(), course.id, account);
	const queryClient = useQueryClient();
	const query = useQuery(options);
	const changes = useStoredValue(pendingProgress)?.filter((tick) => tick.account === account) ?? [];

	function setDone(module: number, done: boolean) {
		void queryClient.cancelQueries({ queryKey: options.queryKey });
		addProgressChange({ account, course_id: course.id, module, done });
	}

	return {
		query,
		/** Progress with pending changes; null while loading and if the account is not enrolled. */
		progress: query.data ? applyProgressChanges(query.data, changes, course.modules.length) : null,
		/** Number of the account's pending changes in all courses. */
		pendingCount: changes.length,
		mark: setDone,
	};
}

/** Lists the modules whose check a learner must still pass for the certificate. */
export function listOpenChecks(course: Course, progress: Progress): number[] {
	if (progress.certificate !== null) return [];
	return course.modules.map((_, index) => index + 1).filter((module) => !progress.passed.includes(module));
}

/** Applies pending changes to the progress from the server. `total` is the course's number of modules. */
export function applyProgressChanges(saved: Progress, changes: readonly ProgressChange[], total: number): Progress {
	const done = new Set(saved.done);
	for (const tick of changes) {
		if (tick.course_id !== saved.course_id) continue;
		if (tick.done) done.add(tick.module);
		else done.delete(tick.module);
	}
	const modules = Array.from({ length: total }, (_, index) => index + 1);
	const next = modules.find((module) => !done.has(module)) ?? null;
	return {
		course_id: saved.course_id,
		percent: total === 0 ? 0 : Math.floor((100 * done.size) / total),
		done: [...done].sort((a, b) => a - b),
		next,
		passed: saved.passed,
		// An issued certificate stays valid even if a module is marked as not done.
		certificate: saved.certificate,
	};
}
