// What the course catalogue says.
import { plural } from '../../contract/core/plural.ts';

export const title = (brand: string) => `Learn with ${brand}`;
export const ownCourses = 'Your courses';
export const ownCoursesEmpty = 'No courses yet. Choose one below.';
export const about = 'Courses in tech and cybersecurity, taught by people who do the work.';
export const allCourses = 'All courses';
export const whatsappQuestion = (brand: string) => `Hello, I would like to know more about the courses on ${brand}.`;
export const moreInfo = 'Want more info? Reach out on WhatsApp!';
export const home = (brand: string) => `${brand}, home`;
export const description = (brand: string, categories: string) =>
	`Online courses on ${brand}, paid in Naira: ${categories}.`;
export const courseCount = (courses: number) => plural(courses, { one: '# course', other: '# courses' });
export const seeAllCourses = 'See all courses';
