import {
	allCoursesOption,
	type Course,
	coursePriceKobo,
	courses,
	listCourseCategories,
} from '../../contract/course-catalogue.ts';

/** What can be chosen in the catalogue. */
export function listCategories(): string[] {
	return [allCoursesOption, ...listCourseCategories()];
}

/** The choice an address names; every course where it names none, or one that there is not. */
export function parseCategory(named: string | null): string {
	return named !== null && listCategories().includes(named) ? named : allCoursesOption;
}

/** The courses of a choice, in the catalogue's order. */
export function filterCourses(category: string): readonly Course[] {
	return category === allCoursesOption ? courses : courses.filter((course) => course.category === category);
}

/** What a course costs, without the currency: '70,000'. */
export function formatAmount(course: Course): string {
	return (coursePriceKobo(course) / 100).toLocaleString('en');
}
