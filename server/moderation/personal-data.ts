import { isoTime, type PersonalData } from '../accounts/index.ts';
import { reportsBy } from './store.ts';

/** What somebody has reported. */
export const reportData: PersonalData = {
	noun: 'reports',
	export: async (at, accountId) =>
		(await reportsBy(at, accountId)).map(({ kind, target_id, reason, note, state, created_at }) => ({
			target: { kind, id: target_id },
			reason,
			note,
			state,
			created_at: isoTime(created_at),
		})),
};
