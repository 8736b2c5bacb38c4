import { coursePath, lessonPath, sharePicturePaths } from '../../contract/core/page-paths.ts';
import { type Course, coursePriceKobo, previewModule } from '../../contract/courses/course-catalogue.ts';

/** Builds schema.org Course data. `origin` is the site's origin. `hasFreeLesson` tells if the first lesson has content, and `provider` is the name of the market. */
export function buildCourseJsonLd(course: Course, origin: string, hasFreeLesson: boolean, provider: string) {
	const address = new URL(coursePath(course.id), origin).href;
	const months = Number.parseInt(course.duration, 10);
	return {
		'@context': 'https://schema.org',
		'@type': 'Course',
		name: course.title,
		description: course.fullDescription || course.description,
		url: address,
		image: new URL(sharePicturePaths.course(course.id), origin).href,
		about: course.category,
		teaches: [...course.outcomes],
		isAccessibleForFree: false,
		inLanguage: 'en',
		...(course.level !== '' && { educationalLevel: course.level }),
		provider: { '@type': 'Organization', name: provider, url: new URL('/', origin).href },
		offers: {
			'@type': 'Offer',
			category: 'Paid',
			url: address,
			priceCurrency: 'NGN',
			price: (coursePriceKobo(course) / 100).toFixed(2),
			availability: 'https://schema.org/InStock',
		},
		hasCourseInstance: {
			'@type': 'CourseInstance',
			courseMode: 'Online',
			courseSchedule: {
				'@type': 'Schedule',
				duration: `P${months}M`,
				repeatFrequency: 'Monthly',
				repeatCount: months,
			},
		},
		syllabusSections: course.modules.map((name) => ({ '@type': 'Syllabus', name })),
		...(hasFreeLesson && {
			hasPart: {
				'@type': 'LearningResource',
				name: course.modules[previewModule - 1],
				url: new URL(lessonPath(course.id, previewModule), origin).href,
				learningResourceType: 'Lesson',
				inLanguage: 'en',
				isAccessibleForFree: true,
			},
		}),
	};
}
