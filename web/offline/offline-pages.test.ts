import { expect, test } from 'vitest';
import { courses, findCourse } from '../../contract/courses/course-catalogue.ts';
import * as offlineText from '../../text/web/offline.ts';
import { findOfflinePages, hasPersistedLessons } from './offline-pages.ts';

const newQuery = (at: number, ...key: unknown[]) => ({ key, at, data: {} });

test('lists the pages of persisted queries, each with the age of its newest part', () => {
	const [course] = courses;
	if (!course) throw new Error('There are no courses');
	const queries = [
		newQuery(1, 'feed', null),
		newQuery(9, 'feed', 'Fashion & Apparel'),
		newQuery(2, 'for-you', 7),
		newQuery(3, 'saved-item', 'wishlist', 1),
		newQuery(4, 'saved-item', 'wishlist', 2),
		{ ...newQuery(5, 'saved-item', 'talks', 3), data: null },
		newQuery(6, 'courses', 'progress', course.id, 7),
		newQuery(6, 'courses', 'lesson', course.id, 1, 7),
		newQuery(8, 'courses', 'lesson', course.id, 2, 7),
		newQuery(9, 'courses', 'lesson', 'gone', 2, 7),
	];
	const pages = findOfflinePages(queries, (id) => findCourse(id)?.title);
	expect([hasPersistedLessons(queries), hasPersistedLessons(queries.slice(0, 7))]).toEqual([true, false]);
	expect(pages.map(({ to, contents, at }) => ({ to, contents, at }))).toEqual([
		{ to: '/', contents: null, at: 1 },
		{ to: '/for-you', contents: null, at: 2 },
		{ to: '/wishlist', contents: offlineText.items(2), at: 4 },
		{ to: `/learning/${course.id}/modules/2`, contents: offlineText.lessonCount(2), at: 8 },
	]);
});
