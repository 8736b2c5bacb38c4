import { describe, expect, test } from 'vitest';
import { defaultBrand } from '../market-settings/brand.ts';
import { coursePriceKobo, courses, findCourse, listCourseCategories } from './course-catalogue.ts';

describe('course catalogue', () => {
	test.each([
		['web-hacking-essentials', 'Web Pentesting', 'NGN 70000', 7_000_000, '3 month', '', 8],
		[
			'python-hacking-cybersec',
			'Cybersecurity & Ethical Hacking',
			'NGN 100000',
			10_000_000,
			'3 months',
			'Beginner to Hacking with python',
			12,
		],
		['javascript-complete-guide', 'Frontend', 'NGN 170000', 17_000_000, '5 months', 'Beginner to Advanced', 18],
		['laravel-complete-course', 'Full Stack', 'NGN 90000', 9_000_000, '3 month', '', 8],
	])('lists %s as specified', (id, category, price, kobo, duration, level, modules) => {
		const course = findCourse(id);
		expect(course).toMatchObject({ category, price, duration, level });
		expect(course?.modules).toHaveLength(modules);
		expect(course && coursePriceKobo(course)).toBe(kobo);
	});

	test('lists no other course', () => {
		expect(courses).toHaveLength(4);
		expect(listCourseCategories()).toHaveLength(4);
		expect(findCourse('constructor')).toBeNull();
	});
});

test.each(courses.map((course) => [course.title, course] as const))('describes %s in full', (_, course) => {
	expect(course.description.length).toBeGreaterThan(80);
	expect(course.description.length).toBeLessThan(160);
	const paragraphs = course.fullDescription.split('\n\n');
	expect(paragraphs.length).toBeGreaterThanOrEqual(2);
	expect(paragraphs.length).toBeLessThanOrEqual(4);
	for (const text of [...paragraphs, ...course.modules]) expect(text).toBe(text.trim());
	expect(new Set(course.modules).size).toBe(course.modules.length);
	expect(course.outcomes.length).toBeGreaterThanOrEqual(3);
	expect(course.outcomes.length).toBeLessThanOrEqual(5);
	expect(course.teacher(defaultBrand.name).about.length).toBeGreaterThan(40);
});

test('teaches law and consent first in the hacking courses', () => {
	for (const id of ['web-hacking-essentials', 'python-hacking-cybersec']) {
		expect(findCourse(id)?.modules[0]).toMatch(/law/i);
		expect(findCourse(id)?.fullDescription).toMatch(/consent/);
	}
});
