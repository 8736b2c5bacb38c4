import { expect, test } from 'vitest';
import { type Course, courses } from '../../contract/courses/course-catalogue.ts';
import { buildCourseJsonLd } from './course-json-ld.ts';

test('describes the price, duration and level of a course', () => {
	const [first, second] = courses.map((course) => buildCourseJsonLd(course, 'https://market.example', false, 'Kasuwa'));
	expect(first).toMatchObject({
		'@type': 'Course',
		url: 'https://market.example/learning/web-hacking-essentials',
		offers: { '@type': 'Offer', price: '70000.00', priceCurrency: 'NGN' },
		hasCourseInstance: { courseSchedule: { duration: 'P3M' } },
	});
	expect(first).not.toHaveProperty('educationalLevel');
	expect(first).toMatchObject({ teaches: courses[0]?.outcomes, isAccessibleForFree: false });
	expect(first).not.toHaveProperty('hasPart');
	expect(second).toMatchObject({ educationalLevel: 'Beginner to Hacking with python' });
	for (const { description } of [first, second] as { description: string }[]) expect(description).not.toBe('');
});

test('names the first lesson as free once it has content', () => {
	const course = courses[0] as Course;
	expect(buildCourseJsonLd(course, 'https://market.example', true, 'Kasuwa')).toMatchObject({
		hasPart: {
			name: course.modules[0],
			url: 'https://market.example/learning/web-hacking-essentials/modules/1',
			isAccessibleForFree: true,
		},
	});
});
