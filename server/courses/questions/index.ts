import { questions as javascriptQuestions } from './javascript-complete-guide.ts';
import { questions as laravelQuestions } from './laravel-complete-course.ts';
import { questions as pythonQuestions } from './python-hacking-cybersec.ts';
import type { CourseQuestions, Question } from './question.ts';
import { questions as webHackingQuestions } from './web-hacking-essentials.ts';

const courseQuestions: ReadonlyMap<string, CourseQuestions> = new Map([
	['web-hacking-essentials', webHackingQuestions],
	['python-hacking-cybersec', pythonQuestions],
	['javascript-complete-guide', javascriptQuestions],
	['laravel-complete-course', laravelQuestions],
]);

/** Finds the questions of a module's check. Returns null for an unknown course or module. */
export function findQuestions(courseId: string, module: number): readonly Question[] | null {
	return courseQuestions.get(courseId)?.[module - 1] ?? null;
}
