import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Course } from '../../contract/course-catalogue.ts';
import type { Progress } from '../../contract/courses.ts';
import { useApi } from '../platform/api.ts';
import { useStoredValue } from '../platform/stored-value.ts';
import { progressQuery } from './learning-queries.ts';
import { keepTick, type Tick, waitingTicks } from './ticks.ts';

/** An account's progress in a course with what this device still has to send, and how a module is ticked. */
export function useLearning(course: Course, account: number) {
	const options = progressQuery(useApi(), course.id, account);
	const queries = useQueryClient();
	const query = useQuery(options);
	const ticks = useStoredValue(waitingTicks)?.filter((tick) => tick.account === account) ?? [];

	function mark(module: number, done: boolean) {
		void queries.cancelQueries({ queryKey: options.queryKey });
		keepTick({ account, course_id: course.id, module, done });
	}

	return {
		query,
		/** Null while it is not known, and for those who do not learn here. */
		progress: query.data ? progressWith(query.data, ticks, course.modules.length) : null,
		/** Ticks of any course that wait to be sent. */
		waiting: ticks.length,
		mark,
	};
}

/** The progress as it is once everything that waits has been sent. `total` is the course's number of modules. */
export function progressWith(known: Progress, ticks: readonly Tick[], total: number): Progress {
	const done = new Set(known.done);
	for (const tick of ticks) {
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
