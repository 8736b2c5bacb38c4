import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Course } from '../../contract/course-catalogue.ts';
import type { Progress } from '../../contract/courses.ts';
import { useApi } from '../platform/api.ts';
import { useStoredValue } from '../platform/stored-value.ts';
import { progressQuery } from './learning-queries.ts';
import { addProgressChange, type ProgressChange, pendingProgress } from './pending-progress.ts';

/** An account's progress in a course with what this device still has to send, and how a module is ticked. */
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
		/** Null while it is not known, and for those who do not learn here. */
		progress: query.data ? applyProgressChanges(query.data, changes, course.modules.length) : null,
		/** Ticks of any course that wait to be sent. */
		pendingCount: changes.length,
		mark: setDone,
	};
}

/** The progress as it is once everything that waits has been sent. `total` is the course's number of modules. */
export function applyProgressChanges(known: Progress, changes: readonly ProgressChange[], total: number): Progress {
	const done = new Set(known.done);
	for (const tick of changes) {
		if (tick.course_id !== known.course_id) continue;
		if (tick.done) done.add(tick.module);
		else done.delete(tick.module);
	}
	const modules = Array.from({ length: total }, (_, index) => index + 1);
	const next = modules.find((module) => !done.has(module)) ?? null;
	return {
		course_id: known.course_id,
		percent: total === 0 ? 0 : Math.floor((100 * done.size) / total),
		done: [...done].sort((a, b) => a - b),
		next,
		// Once given it stays, whatever is unticked.
		certificate: known.certificate,
	};
}
