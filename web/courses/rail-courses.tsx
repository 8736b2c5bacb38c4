import { Link } from 'react-router';
import { coursePath } from '../../contract/core/page-paths.ts';
import { courses } from '../../contract/courses/course-catalogue.ts';
import * as commonText from '../../text/shared/common.ts';
import { classes } from '../ui/classes.ts';
import { CourseIcon } from './course-icon.tsx';

export function RailCourses() {
	return (
		<section aria-labelledby="rail-courses" className="mt-4 shrink-0 border-line border-t pt-4">
			<h2 id="rail-courses" className="mb-1 px-3 text-16">
				{commonText.courses}
			</h2>
			<ul>
				{courses.map(({ id, title, icon, gradient }) => (
					<li key={id}>
						<Link
							to={coursePath(id)}
							className="flex min-h-11 items-center gap-2.5 rounded-control px-3 text-14 hover:text-leaf"
						>
							<span
								className={classes(gradient, 'inline-flex size-7 shrink-0 items-center justify-center rounded-full')}
							>
								<CourseIcon name={icon} className="size-4" />
							</span>
							<span className="line-clamp-2 min-w-0">{title}</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
