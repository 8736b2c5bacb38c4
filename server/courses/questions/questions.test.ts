import { expect, test } from 'vitest';
import { courses } from '../../../contract/courses/course-catalogue.ts';
import { checkQuestions } from '../../../contract/courses/courses.ts';
import { findQuestions } from './index.ts';

const modules = courses.flatMap(({ id, modules }) => modules.map((_, index) => [id, index + 1] as const));

test('there are 46 modules', () => {
	expect(modules).toHaveLength(46);
});

test.each(modules)('asks four questions with distinct options about %s, module %i', (id, module) => {
	const questions = findQuestions(id, module) ?? [];
	expect(questions).toHaveLength(checkQuestions);
	expect(new Set(questions.map(({ question }) => question)).size).toBe(checkQuestions);
	for (const { question, options, answer, why } of questions) {
		expect(new Set(options).size).toBe(3);
		expect(options[answer]).toBeDefined();
		for (const text of [question, ...options, why]) expect(text).toMatch(/^\S(.*\S)?$/);
	}
});

test.each([
	['web-hacking-essentials', 0],
	['web-hacking-essentials', 9],
	['constructor', 1],
])('finds no questions about %s, module %i', (id, module) => {
	expect(findQuestions(id, module)).toBeNull();
});

test.each(courses.map(({ id }) => id))('spreads the right answers of %s over the three options', (id) => {
	const answers = modules.flatMap(([course, module]) =>
		course === id ? (findQuestions(id, module) ?? []).map(({ answer }) => answer) : [],
	);
	for (const option of [0, 1, 2]) {
		expect(answers.filter((answer) => answer === option).length).toBeGreaterThanOrEqual(answers.length / 6);
	}
});
