import * as processingText from '../../text/server/processing.ts';
import { type PersonalDataHandler, toIsoTime } from '../accounts/index.ts';
import { listAccountLearnerRows, listCertificates, listChecksPassed, listModulesDone } from './store.ts';

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
		modules_done: (await listModulesDone(at, accountId)).map(({ course_id, module, done_at }) => ({
			course_id,
			module,
			done_at: toIsoTime(done_at),
		})),
		module_checks: (await listChecksPassed(at, accountId)).map(({ course_id, module, passed_at }) => ({
			course_id,
			module,
			passed_at: toIsoTime(passed_at),
		})),
		certificates: (await listCertificates(at, accountId)).map((row) => ({
			code: row.code,
			course_id: row.course_id,
			name: row.name,
			first_done_at: row.first_done_at === null ? null : toIsoTime(row.first_done_at),
			completed_at: toIsoTime(row.completed_at),
			checked: row.checked === 1,
		})),
	}),
};
