import type { CourseQuestions } from './question.ts';

export const questions: CourseQuestions = Array.from({ length: 12 }, (_, module) =>
	([0, 1, 2, 1] as const).map((answer, index) => ({
		question: `What does part ${index + 1} of module ${module + 1} say?`,
		options: ['The first answer', 'The second answer', 'The third answer'] as const,
		answer,
		why: `Part ${index + 1} says so.`,
	})),
);
