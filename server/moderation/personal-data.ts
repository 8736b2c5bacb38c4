import { isoTime, type PersonalData } from '../accounts/index.ts';
import { presentDecision } from './present.ts';
import { listDecisions, listReportsBy } from './store.ts';

/** What somebody has reported. */
export const reportData: PersonalData = {
	section: 'reports',
	export: async (at, accountId) =>
		(await listReportsBy(at, accountId)).map(({ kind, target_id, reason, note, state, created_at }) => ({
			target: { kind, id: target_id },
			reason,
			note,
			state,
			created_at: isoTime(created_at),
		})),
};

/** What was decided about an account and what it posted, with its appeals; who reported it is not told. */
export const decisionData: PersonalData = {
	section: 'decisions',
	export: async (at, accountId) => (await listDecisions(at, accountId, null)).map(presentDecision),
};
