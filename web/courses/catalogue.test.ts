import { expect, test } from 'vitest';
import { courses } from '../../contract/courses/course-catalogue.ts';
import { filterCourses, formatCoursePrice, listCategories, parseCategory } from './catalogue.ts';

test('lists the option for all courses and each category once', () => {
	expect(listCategories()).toEqual([
		'All Courses',
		'Web Pentesting',
		'Cybersecurity & Ethical Hacking',
		'Frontend',
		'Full Stack',
	]);
});

test('filters by category and lists every course for an unknown one', () => {
	expect(filterCourses(parseCategory('Frontend')).map(({ id }) => id)).toEqual(['javascript-complete-guide']);
	for (const name of [null, '', 'frontend', 'Cooking', 'All Courses']) {
		expect(filterCourses(parseCategory(name))).toEqual(courses);
	}
});

test('formats the price without currency, with separators', () => {
	expect(courses.map(formatCoursePrice)).toEqual(['70,000', '100,000', '170,000', '90,000']);
});
