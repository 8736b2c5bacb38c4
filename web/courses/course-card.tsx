import { Clock } from 'lucide-react';
import { Link } from 'react-router';
import { coursePath } from '../../contract/core/page-paths.ts';
import type { Course } from '../../contract/courses/course-catalogue.ts';
import * as courseText from '../../text/web/course.ts';
import { classes } from '../ui/classes.ts';
import { CoursePrice, LevelBadge } from './course-facts.tsx';
import { CourseIcon } from './course-icon.tsx';

/** Card of a course in the catalogue. Progress overlays the banner, so progress that loads late causes no layout shift. */
export function CourseCard({ course }: { course: Course }) {
	const { id, title, description, duration, level, gradient, icon, progress } = course;
	return (
		<article className="relative flex h-full flex-col overflow-hidden rounded-card bg-card shadow-soft transition-transform has-[a:active]:scale-[0.99]">
			<div className={classes(gradient, 'relative flex h-36 flex-col justify-between overflow-hidden p-4')}>
				<CourseIcon name={icon} className="absolute -right-5 -bottom-7 size-36 opacity-20" />
				<div className="flex items-start justify-between gap-3">
					<CourseIcon name={icon} className="size-11 shrink-0" />
					{level !== '' && <LevelBadge level={level} />}
				</div>
				{progress !== undefined && <CardProgress percent={progress} title={title} />}
			</div>
			<div className="flex flex-1 flex-col p-4">
				<h2 className="line-clamp-2 text-18">
					<Link to={coursePath(id)} className="after:absolute after:inset-0 after:rounded-card hover:text-leaf">
						{title}
					</Link>
				</h2>
				<p className="mt-1.5 line-clamp-3 text-14 text-quiet">{description}</p>
				<div className="mt-auto flex flex-wrap items-end justify-between gap-x-3 pt-4">
					<span className="inline-flex items-center gap-1.5 text-14 text-quiet">
						<Clock aria-hidden className="size-4" />
						{duration}
					</span>
					<CoursePrice course={course} />
				</div>
			</div>
		</article>
	);
}

function CardProgress({ percent, title }: { percent: number; title: string }) {
	return (
		<div className="relative flex items-center gap-2.5 rounded-full bg-card px-3 py-1.5 text-ink">
			<div
				role="progressbar"
				aria-label={courseText.progressIn(title)}
				aria-valuemin={0}
				aria-valuemax={100}
				aria-valuenow={percent}
				className="h-2 flex-1 overflow-hidden rounded-full bg-line"
			>
				<div className="h-full rounded-full bg-leaf" style={{ width: `${percent}%` }} />
			</div>
			<span aria-hidden className="font-semibold text-12 tabular-nums">
				{percent}%
			</span>
		</div>
	);
}
