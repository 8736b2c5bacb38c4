import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SampleLesson {
	course: string;
	/** Number of the module in its course, starting at 1. */
	module: number;
	/** Path of the Markdown file with the lesson. */
	file: string;
}

const lesson = (name: string) => join(import.meta.dirname, 'lessons', `${name}.md`);

/** Texts of the first module of each course, which everyone can read for free. The other modules have no text until an administrator writes one. */
export const sampleLessons: readonly SampleLesson[] = [
	{ course: 'web-hacking-essentials', module: 1, file: lesson('law-and-consent') },
	{ course: 'python-hacking-cybersec', module: 1, file: lesson('your-python-lab') },
	{ course: 'javascript-complete-guide', module: 1, file: lesson('your-first-line') },
	{ course: 'laravel-complete-course', module: 1, file: lesson('your-laravel-workshop') },
];

export async function readSampleLessons() {
	return Promise.all(
		sampleLessons.map(async (lesson) => ({ ...lesson, text: (await readFile(lesson.file, 'utf8')).trim() })),
	);
}
