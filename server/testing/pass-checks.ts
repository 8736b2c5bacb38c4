import type { Client } from '../../contract/core/client.ts';
import { findCourse } from '../../contract/courses/course-catalogue.ts';
import { findQuestions } from '../courses/questions/index.ts';

/** Lists the right answers of a module's check. */
export function getRightAnswers(courseId: string, module: number): number[] {
	return (findQuestions(courseId, module) ?? []).map(({ answer }) => answer);
}

/** Passes the checks of all modules of a course, which completes the modules. */
export async function passChecks({ client }: { client: Client }, courseId: string): Promise<void> {
	for (const index of findCourse(courseId)?.modules.keys() ?? []) {
		const answers = getRightAnswers(courseId, index + 1);
		await client.answerModuleCheck({ params: { id: courseId, module: String(index + 1) }, body: { answers } });
	}
}
