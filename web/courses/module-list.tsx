import { CircleCheck, CirclePlay, FileText, Lock, MessageCircle } from 'lucide-react';
import { Link } from 'react-router';
import { lessonPath } from '../../contract/core/page-paths.ts';
import { type Course, previewModule } from '../../contract/courses/course-catalogue.ts';
import type { ModuleSummary, Progress } from '../../contract/courses/courses.ts';
import * as courseText from '../../text/web/course.ts';
import * as lessonText from '../../text/web/lesson.ts';
import { classes } from '../ui/classes.ts';
import { listOpenChecks } from './use-course-progress.ts';

interface ModuleListProps {
	course: Course;
	current: number;
	/** Null if the viewer is not enrolled. */
	progress: Progress | null;
	/** Content kinds of the modules; undefined while loading. */
	modules: readonly ModuleSummary[] | undefined;
	/** Whether the viewer can open only the free lesson. */
	preview?: boolean;
}

export function ModuleList({ course, current, progress, modules, preview = false }: ModuleListProps) {
	const openChecks = progress ? listOpenChecks(course, progress) : [];
	return (
		<nav aria-label={courseText.modules}>
			<ol className="flex flex-col gap-0.5">
				{course.modules.map((title, index) => {
					const module = index + 1;
					const open = module === current;
					const isLocked = preview && module !== previewModule;
					const isDone = progress?.done.includes(module) ?? false;
					return (
						<li key={module}>
							<Link
								to={lessonPath(course.id, module)}
								aria-current={open ? 'page' : undefined}
								className={classes(
									'flex min-h-12 items-center gap-3 rounded-control px-3 py-2 text-14',
									open ? 'bg-leaf-soft font-semibold text-leaf' : 'hover:bg-sunken',
								)}
							>
								{isDone ? (
									<CircleCheck aria-hidden className="size-6 shrink-0 text-leaf" />
								) : (
									<span
										aria-hidden
										className={classes(
											'inline-flex size-6 shrink-0 items-center justify-center rounded-full border font-semibold text-12 tabular-nums',
											open ? 'border-leaf' : 'border-edge text-quiet',
										)}
									>
										{module}
									</span>
								)}
								<span className="min-w-0 flex-1">
									<span className="sr-only">{lessonText.moduleNumber(module)} </span>
									{title}
									{isLocked && <span className="sr-only">{lessonText.moduleLocked}</span>}
									{isDone && <span className="sr-only">{lessonText.moduleDone}</span>}
									{isDone && openChecks.includes(module) && (
										<span className="block font-semibold text-12 text-marigold">
											<span className="sr-only">, </span>
											{lessonText.checkOpen}
										</span>
									)}
								</span>
								{isLocked ? (
									<Lock aria-hidden className="size-4 shrink-0 text-quiet" />
								) : (
									<ModuleKind module={modules?.find((summary) => summary.module === module)} />
								)}
							</Link>
						</li>
					);
				})}
			</ol>
		</nav>
	);
}

function ModuleKind({ module }: { module: ModuleSummary | undefined }) {
	if (!module) return null;
	const { has_video, has_text } = module;
	const [Icon, word] = has_video
		? [CirclePlay, lessonText.kinds.video]
		: has_text
			? [FileText, lessonText.kinds.text]
			: [MessageCircle, lessonText.kinds.live];
	return (
		<span className="flex shrink-0 items-center gap-1 text-12 text-quiet">
			<Icon aria-hidden className="size-4" />
			{word}
		</span>
	);
}
