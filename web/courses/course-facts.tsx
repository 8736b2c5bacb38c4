import type { Course } from '../../contract/courses/course-catalogue.ts';
import * as courseText from '../../text/web/course.ts';
import { classes } from '../ui/classes.ts';
import { formatCoursePrice } from './catalogue.ts';

const sizes = { medium: 'text-18', large: 'text-22' };

export function CoursePrice({ course, size = 'medium' }: { course: Course; size?: keyof typeof sizes }) {
	return (
		<span className="whitespace-nowrap text-marigold tabular-nums">
			<span className="font-semibold text-12">{courseText.currency}</span>{' '}
			<span className={classes('font-extrabold', sizes[size])}>{formatCoursePrice(course)}</span>
		</span>
	);
}

export function LevelBadge({ level }: { level: string }) {
	return (
		<span className="relative inline-flex min-h-6 items-center rounded-control bg-card px-2.5 py-0.5 font-semibold text-12 text-ink">
			{level}
		</span>
	);
}
