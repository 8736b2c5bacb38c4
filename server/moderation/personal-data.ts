import { type AccountService, type PersonalDataHandler, toIsoTime } from '../accounts/index.ts';
import { presentDecision } from './present.ts';
import { deleteOpenReports, isReported, listDecisions, listReportsByReporter } from './store.ts';

export const createReportPersonalData = (accounts: AccountService): PersonalDataHandler => ({
	section: 'reports',
	export: async (at, accountId) =>
		(await listReportsByReporter(at, accountId)).map(({ kind, target_id, reason, note, state, created_at }) => ({
			target: { kind, id: target_id },
			reason,
			note,
			state,
			created_at: toIsoTime(created_at),
		})),
	async erase(tx, accountId) {
		for (const ownerId of await deleteOpenReports(tx, accountId)) {
			await accounts.trust.setReported(tx, ownerId, await isReported(tx, ownerId));
		}
	},
});

/** Exports decisions about an account and its content with the account's appeals. Excludes dismissals and the names of reporters. */
export const decisionPersonalData: PersonalDataHandler = {
	section: 'decisions',
	export: async (at, accountId) => (await listDecisions(at, accountId, null)).map(presentDecision),
};
