import { formatInteger } from '../../contract/core/format-integer.ts';
import {
	allCoursesOption,
	type Course,
	coursePriceKobo,
	courses,
	listCourseCategories,
} from '../../contract/courses/course-catalogue.ts';

export function listCategories(): string[] {
	return [allCoursesOption, ...listCourseCategories()];
}

/** Returns the course category of that name. A missing or unknown name returns the option for all courses. */
export function parseCategory(name: string | null): string {
	return name !== null && listCategories().includes(name) ? name : allCoursesOption;
}

export function filterCourses(category: string): readonly Course[] {
	return category === allCoursesOption ? courses : courses.filter((course) => course.category === category);
}

/** Formats a course price in naira without the currency: '70,000'. */
export function formatCoursePrice(course: Course): string {
	return formatInteger(coursePriceKobo(course) / 100);
}
