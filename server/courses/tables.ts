import type { Selectable } from 'kysely';

export interface CourseTables {
	learners: {
		account_id: number;
		course_id: string;
		/** Learner's name as printed on the certificate. */
		name: string;
		enrolled_at: number;
	};
	modules_done: { account_id: number; course_id: string; module: number; done_at: number };
	/** Checks of modules that learners passed. */
	module_checks: { account_id: number; course_id: string; module: number; passed_at: number };
	/** Texts and videos of course modules, from administrators. A module without content may have no row. */
	module_contents: {
		course_id: string;
		module: number;
		/** Text of the module in Markdown. */
		text: string;
		media_id: number | null;
		updated_at: number;
	};
	certificates: {
		code: string;
		account_id: number;
		course_id: string;
		name: string;
		/** Time of the first lesson. Null for a certificate whose lessons were unknown when migration 0066 ran. */
		first_done_at: number | null;
		/** 1 if the checks of all modules were passed. 0 for certificates of before there were checks. */
		checked: number;
		completed_at: number;
	};
}

export type LearnerRow = Selectable<CourseTables['learners']>;
export type ModuleContentRow = Selectable<CourseTables['module_contents']>;
export type CertificateRow = Selectable<CourseTables['certificates']>;
