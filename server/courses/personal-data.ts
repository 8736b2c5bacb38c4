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
	export: async (at, accountId) => ({
		courses: (await listAccountLearnerRows(at, accountId)).map(({ course_id, name, enrolled_at }) => ({
			course_id,
			name,
			enrolled_at: toIsoTime(enrolled_at),
		})),
		modules_done: (await listProgress(at, 'modules_done', accountId)).map((row) => ({
			course_id: row.course_id,
			module: row.module,
			done_at: toIsoTime(row.at),
		})),
		module_checks: (await listProgress(at, 'module_checks', accountId)).map((row) => ({
			course_id: row.course_id,
			module: row.module,
			passed_at: toIsoTime(row.at),
		})),
		certificates: (await listCertificates(at, accountId)).map((row) => ({
			code: row.code,
			course_id: row.course_id,
			name: row.name,
			first_done_at: toIsoTime(row.first_done_at),
			completed_at: toIsoTime(row.completed_at),
			checked: row.checked === 1,
		})),
	}),
};
