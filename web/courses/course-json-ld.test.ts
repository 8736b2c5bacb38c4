import { expect, test } from 'vitest';
import { courses } from '../../contract/course-catalogue.ts';
import { buildCourseJsonLd } from './course-json-ld.ts';

test('describes the price, duration and level of a course', () => {
	const [first, second] = courses.map((course) => buildCourseJsonLd(course, 'https://market.example'));
	expect(first).toMatchObject({
		'@type': 'Course',
		url: 'https://market.example/learning/web-hacking-essentials',
		offers: { '@type': 'Offer', price: '70000.00', priceCurrency: 'NGN' },
		hasCourseInstance: { courseSchedule: { duration: 'P3M' } },
	});
	expect(first).not.toHaveProperty('educationalLevel');
	expect(second).toMatchObject({ educationalLevel: 'Beginner to Hacking with python' });
	for (const { description } of [first, second] as { description: string }[]) expect(description).not.toBe('');
});
