import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Course } from '../../contract/course-catalogue.ts';
import { useApi } from '../platform/api.ts';
import { useStoredValue } from '../platform/stored-value.ts';
import { progressQuery } from './learning-queries.ts';
import { progressWith } from './progress-with.ts';
import { keepTick, waitingTicks } from './ticks.ts';

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
