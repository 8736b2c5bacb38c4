import {
	allCoursesOption,
	type Course,
	coursePriceKobo,
	courses,
	listCourseCategories,
} from '../../contract/course-catalogue.ts';

export function listCategories(): string[] {
	return [allCoursesOption, ...listCourseCategories()];
}

/** Returns the named category; the option for all courses if the name is missing or unknown. */
export function parseCategory(name: string | null): string {
	return name !== null && listCategories().includes(name) ? name : allCoursesOption;
}

/** The courses of a category, in the catalogue's order. */
export function filterCourses(category: string): readonly Course[] {
	return category === allCoursesOption ? courses : courses.filter((course) => course.category === category);
}

/** The price without currency: '70,000'. */
export function formatAmount(course: Course): string {
	return (coursePriceKobo(course) / 100).toLocaleString('en');
}
