import { expect, test } from 'vitest';
import { courses } from '../../contract/course-catalogue.ts';
import { filterCourses, formatAmount, listCategories, parseCategory } from './catalogue.ts';

test('one chooses among all courses and each category once', () => {
	expect(listCategories()).toEqual([
		'All Courses',
		'Web Pentesting',
		'Cybersecurity & Ethical Hacking',
		'Frontend',
		'Full Stack',
	]);
});

test('a category shows its own courses; none, or one that there is not, shows all', () => {
	expect(filterCourses(parseCategory('Frontend')).map(({ id }) => id)).toEqual(['javascript-complete-guide']);
	for (const named of [null, '', 'frontend', 'Cooking', 'All Courses']) {
		expect(filterCourses(parseCategory(named))).toEqual(courses);
	}
});

test('a price loses its prefix and gets separators', () => {
	expect(courses.map(formatAmount)).toEqual(['70,000', '100,000', '170,000', '90,000']);
});
