import { isoTime, type PersonalData } from '../accounts/index.ts';
import { certificatesOf, doneOf, learnersOf } from './store.ts';

export const courseData: PersonalData = {
	noun: 'courses',
	export: async (at, accountId) => ({
		courses: (await learnersOf(at, accountId)).map(({ course_id, name, enrolled_at }) => ({
			course_id,
			name,
			enrolled_at: isoTime(enrolled_at),
		})),
		modules_done: (await doneOf(at, accountId)).map(({ course_id, module, done_at }) => ({
			course_id,
			module,
			done_at: isoTime(done_at),
		})),
		certificates: (await certificatesOf(at, accountId)).map(({ code, course_id, name, completed_at }) => ({
			code,
			course_id,
			name,
			completed_at: isoTime(completed_at),
		})),
	}),
};
