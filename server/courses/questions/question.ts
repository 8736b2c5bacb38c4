/** Question of a lesson's check. Its answer never leaves the server before the learner has answered it. */
export interface Question {
	question: string;
	/** Three answers to choose from. */
	options: readonly [string, string, string];
	/** Index of the right option. */
	answer: 0 | 1 | 2;
	/** Sentence that a learner who answered rightly sees. */
	why: string;
}

/** Four questions of each module of a course, in the order of its modules. */
export type CourseQuestions = readonly (readonly Question[])[];
