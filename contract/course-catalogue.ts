/** A course of the fixed catalogue (specification, section 3). Money is read from `price` in one place, `priceOf`. */
export interface Course {
	id: string;
	title: string;
	/** A sentence or two for the card. */
	description: string;
	duration: string;
	/** As the specification writes it, such as 'NGN 70000'. */
	price: string;
	/** Empty where the course has none. */
	level: string;
	/** Style class of the banner. */
	gradient: string;
	/** Name of the banner's icon. */
	icon: CourseIcon;
	category: string;
	fullDescription: string;
	modules: readonly string[];
	/** Percent; only where a learner's is known. 0 is a value. */
	progress?: number;
}

export type CourseIcon = 'shield' | 'terminal' | 'code' | 'layers';

/** The choice that shows every course. */
export const allCourses = 'All Courses';

export const courses: readonly Course[] = [
	{
		id: 'web-hacking-essentials',
		title: 'Web Hacking Essentials',
		description: 'Find and report the flaws that break real websites, from your first request to a paid-for report.',
		duration: '3 month',
		price: 'NGN 70000',
		level: '',
		gradient: 'course-ember',
		icon: 'shield',
		category: 'Web Pentesting',
		fullDescription: '',
		modules: [],
	},
	{
		id: 'python-hacking-cybersec',
		title: 'Python for Hacking and Cybersecurity',
		description: 'Learn Python by building the tools that security people use every day.',
		duration: '3 months',
		price: 'NGN 100000',
		level: 'Beginner to Hacking with python',
		gradient: 'course-night',
		icon: 'terminal',
		category: 'Cybersecurity & Ethical Hacking',
		fullDescription: '',
		modules: [],
	},
	{
		id: 'javascript-complete-guide',
		title: 'JavaScript: The Complete Guide',
		description: 'From your first line to a finished web application, the way teams build them today.',
		duration: '5 months',
		price: 'NGN 170000',
		level: 'Beginner to Advanced',
		gradient: 'course-sun',
		icon: 'code',
		category: 'Frontend',
		fullDescription: '',
		modules: [],
	},
	{
		id: 'laravel-complete-course',
		title: 'Laravel: The Complete Course',
		description: 'Build, test and publish full web applications with PHP and Laravel.',
		duration: '3 month',
		price: 'NGN 90000',
		level: '',
		gradient: 'course-clay',
		icon: 'layers',
		category: 'Full Stack',
		fullDescription: '',
		modules: [],
	},
];

/** The course of that id; null for an unknown one. */
export function courseById(id: string): Course | null {
	return courses.find((course) => course.id === id) ?? null;
}

/** What a course costs, whole kobo. */
export function priceOf(course: Course): number {
	return Number(course.price.replace('NGN', '')) * 100;
}

/** Every category once, in the catalogue's order. */
export function courseCategories(): string[] {
	return [...new Set(courses.map((course) => course.category))];
}
