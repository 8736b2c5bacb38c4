import type { Course } from '../../contract/courses/course-catalogue.ts';
import type { Certificate, ModuleCheck, ModuleContent, Progress } from '../../contract/courses/courses.ts';
import { toIsoTime } from '../core/clock.ts';
import type { PresentedMedia } from '../media/index.ts';
import type { Question } from './questions/question.ts';
import type { CertificateRow, ModuleContentRow } from './tables.ts';

interface ProgressFacts {
	/** Numbers of the completed modules, ascending. */
	done: readonly number[];
	/** Numbers of the modules whose check is passed, ascending. */
	passed: readonly number[];
	certificate: string | null;
}

export function presentProgress(course: Course, { done, passed, certificate }: ProgressFacts): Progress {
	const numbers = course.modules.map((_, index) => index + 1);
	const known = done.filter((module) => module <= numbers.length);
	return {
		course_id: course.id,
		percent: Math.floor((known.length / numbers.length) * 100),
		done: known,
		next: numbers.find((module) => !known.includes(module)) ?? null,
		passed: passed.filter((module) => module <= numbers.length),
		certificate,
	};
}

/** Presents the questions of a check without their answers. */
export function presentCheck(questions: readonly Question[]): ModuleCheck {
	return { questions: questions.map(({ question, options }) => ({ question, options: [...options] })) };
}

export function presentModule(
	module: number,
	title: string,
	content: ModuleContentRow | null,
	video: PresentedMedia | null,
): ModuleContent {
	const text = content?.text ?? '';
	return {
		module,
		title,
		has_text: text !== '',
		has_video: video !== null,
		text,
		video: video?.video ?? null,
		video_state: video?.state ?? null,
	};
}

export function presentCertificate(
	{ code, name, first_done_at, checked, completed_at }: CertificateRow,
	course: Course,
): Certificate {
	return {
		code,
		name,
		course_id: course.id,
		course_title: course.title,
		lessons: course.modules.length,
		...(checked === 1 && { checked: true as const }),
		...(first_done_at !== null && { first_done_at: toIsoTime(first_done_at) }),
		completed_at: toIsoTime(completed_at),
	};
}
