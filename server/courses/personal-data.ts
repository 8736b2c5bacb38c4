import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { listAccountLearnerRows, listCertificates, listProgress } from './store.ts';

export const coursePersonalData: PersonalDataHandler = {
	section: 'courses',
	processing: {
		...processingText.courses,
		people: ['learners'],
		basis: 'contract',
		recipients: ['public', 'hosting'],
	},
	export: async (db, accountId) => ({
		courses: (await listAccountLearnerRows(db, accountId)).map(({ course_id, name, enrolled_at }) => ({
			course_id,
			name,
			enrolled_at: toIsoTime(enrolled_at),
		})),
		modules_done: (await listProgress(db, 'modules_done', accountId)).map((row) => ({
			course_id: row.course_id,
			module: row.module,
			done_at: toIsoTime(row.at),
		})),
		module_checks: (await listProgress(db, 'module_checks', accountId)).map((row) => ({
			course_id: row.course_id,
			module: row.module,
			passed_at: toIsoTime(row.at),
		})),
		certificates: (await listCertificates(db, accountId)).map((row) => ({
			code: row.code,
			course_id: row.course_id,
			name: row.name,
			first_done_at: toIsoTime(row.first_done_at),
			completed_at: toIsoTime(row.completed_at),
			checked: row.checked === 1,
		})),
	}),
};
