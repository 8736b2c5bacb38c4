import type { Course } from '../../contract/course-catalogue.ts';
import * as courseText from '../../contract/text/course.ts';
import { classes } from '../ui/classes.ts';
import { amountOf } from './catalogue.ts';

const sizes = { medium: 'text-18', large: 'text-22' };

/** What a course costs: the currency's label and the amount. */
export function CoursePrice({ course, size = 'medium' }: { course: Course; size?: keyof typeof sizes }) {
	return (
		<span className="whitespace-nowrap text-marigold tabular-nums">
			<span className="font-semibold text-12">{courseText.currency}</span>{' '}
			<span className={classes('font-extrabold', sizes[size])}>{amountOf(course)}</span>
		</span>
	);
}
