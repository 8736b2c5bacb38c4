import { join } from 'node:path';

export interface SampleLesson {
	course: string;
	/** 1 for the first. */
	module: number;
	/** Markdown. */
	file: string;
}

const lesson = (name: string) => join(import.meta.dirname, 'lessons', `${name}.md`);

/** Texts of the first modules of two courses; the others are taught live until an administrator writes theirs. */
export const sampleLessons: readonly SampleLesson[] = [
	{ course: 'web-hacking-essentials', module: 1, file: lesson('law-and-consent') },
	{ course: 'javascript-complete-guide', module: 1, file: lesson('your-first-line') },
];
