import { isoTime, type PersonalData } from '../accounts/index.ts';
import { presentDecision } from './present.ts';
import { listDecisions, listReportsBy } from './store.ts';

export const reportPersonalData: PersonalData = {
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

/** Exports decisions about an account and its content with the account's appeals. Excludes dismissals and the names of reporters. */
export const decisionPersonalData: PersonalData = {
	section: 'decisions',
	export: async (at, accountId) => (await listDecisions(at, accountId, null)).map(presentDecision),
};
