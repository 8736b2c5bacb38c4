import type { Progress } from '../../contract/courses.ts';
import type { Tick } from './ticks.ts';

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
