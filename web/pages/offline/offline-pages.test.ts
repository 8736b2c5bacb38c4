import { expect, test } from 'vitest';
import { courseById, courses } from '../../../contract/course-catalogue.ts';
import * as offlineText from '../../../contract/text/offline.ts';
import { findOfflinePages, hasLessons } from './offline-pages.ts';

const answer = (at: number, ...key: unknown[]) => ({ key, at, data: {} });

test('lists the pages of persisted queries, each with the age of its newest part', () => {
	const [course] = courses;
	if (!course) throw new Error('There are no courses');
	const answers = [
		answer(1, 'feed', null),
		answer(9, 'feed', 'Fashion & Apparel'),
		answer(2, 'for-you', 7),
		answer(3, 'saved-item', 'wishlist', 1),
		answer(4, 'saved-item', 'wishlist', 2),
		{ ...answer(5, 'saved-item', 'talks', 3), data: null },
		answer(6, 'courses', 'progress', course.id, 7),
		answer(6, 'courses', 'lesson', course.id, 1, 7),
		answer(8, 'courses', 'lesson', course.id, 2, 7),
		answer(9, 'courses', 'lesson', 'gone', 2, 7),
	];
	const places = findOfflinePages(answers, (id) => courseById(id)?.title);
	expect([hasLessons(answers), hasLessons(answers.slice(0, 7))]).toEqual([true, false]);
	expect(places.map(({ to, contents, at }) => ({ to, holds: contents, at }))).toEqual([
		{ to: '/', holds: null, at: 1 },
		{ to: '/for-you', holds: null, at: 2 },
		{ to: '/wishlist', holds: offlineText.items(2), at: 4 },
		{ to: `/learning/${course.id}/modules/2`, holds: offlineText.lessonCount(2), at: 8 },
	]);
});
