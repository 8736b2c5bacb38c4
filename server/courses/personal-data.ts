import { isoTime, type PersonalData } from '../accounts/index.ts';
import { listCertificates, listLearnerRows, listModulesDone } from './store.ts';

export const coursePersonalData: PersonalData = {
	section: 'courses',
	export: async (at, accountId) => ({
		courses: (await listLearnerRows(at, accountId)).map(({ course_id, name, enrolled_at }) => ({
			course_id,
			name,
			enrolled_at: isoTime(enrolled_at),
		})),
		modules_done: (await listModulesDone(at, accountId)).map(({ course_id, module, done_at }) => ({
			course_id,
			module,
			done_at: isoTime(done_at),
		})),
		certificates: (await listCertificates(at, accountId)).map(({ code, course_id, name, completed_at }) => ({
			code,
			course_id,
			name,
			completed_at: isoTime(completed_at),
		})),
	}),
};
