import { expect, test } from 'vitest';
import { courses } from '../../contract/course-catalogue.ts';
import { amountOf, categoryChoices, chosenCategory, coursesIn } from './catalogue.ts';

test('one chooses among all courses and each category once', () => {
	expect(categoryChoices()).toEqual([
		'All Courses',
		'Web Pentesting',
		'Cybersecurity & Ethical Hacking',
		'Frontend',
		'Full Stack',
	]);
});

test('a category shows its own courses; none, or one that there is not, shows all', () => {
	expect(coursesIn(chosenCategory('Frontend')).map(({ id }) => id)).toEqual(['javascript-complete-guide']);
	for (const named of [null, '', 'frontend', 'Cooking', 'All Courses']) {
		expect(coursesIn(chosenCategory(named))).toEqual(courses);
	}
});

test('a price loses its prefix and gets separators', () => {
	expect(courses.map(amountOf)).toEqual(['70,000', '100,000', '170,000', '90,000']);
});
