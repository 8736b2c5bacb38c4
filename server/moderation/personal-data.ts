import * as moderationLimits from '../../contract/moderation/limits.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import * as processingText from '../../text/server/processing.ts';
import type { AccountService, PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { presentDecision } from './present.ts';
import { detachItemsFromOwner, listItemsByOwner } from './removed-items-store.ts';
import {
	deleteOpenReports,
	isReported,
	listDecisions,
	listReportsByReporter,
	replaceNameInSignals,
	updateCaseWeights,
} from './store.ts';

export const createReportPersonalData = (accounts: AccountService): PersonalDataHandler => ({
	section: 'reports',
	processing: {
		...processingText.reports,
		people: ['customers', 'sellers', 'others'],
		basis: 'legitimate_interest',
		recipients: ['hosting'],
	},
	export: async (db, accountId) =>
		(await listReportsByReporter(db, accountId)).map(
			({ kind, target_id, reason, note, state, created_at, weight, network }) => ({
				target: { kind, id: target_id },
				reason,
				note,
				state,
				created_at: toIsoTime(created_at),
				weight,
				// Only a keyed hash of the network is stored, so the export contains no address.
				network_stored: network !== null,
			}),
		),
	async erase(tx, accountId) {
		const { ownerIds, caseIds } = await deleteOpenReports(tx, accountId);
		for (const ownerId of ownerIds) await accounts.trust.setReported(tx, ownerId, await isReported(tx, ownerId));
		await updateCaseWeights(tx, caseIds);
		const userName = (await accounts.findPeople(tx, [accountId])).get(accountId)?.user_name;
		if (userName) await replaceNameInSignals(tx, userName, adminApiText.erasedAccount(accountId));
	},
});

/** Exports decisions about an account and its content with the account's appeals. Excludes dismissals and the names of reporters. */
export const decisionPersonalData: PersonalDataHandler = {
	section: 'decisions',
	processing: {
		...processingText.decisions,
		people: ['sellers', 'customers'],
		basis: 'legitimate_interest',
		recipients: ['hosting', 'mail'],
	},
	export: async (db, accountId) => (await listDecisions(db, accountId, null)).map(presentDecision),
};

/**
 * Exports what is stored to find an account's removed items again. Only keyed hashes and frequencies of pictures are stored, so the export names their
 * kinds. After erasure they stay until they are old, without the account, so that it does not return what was removed.
 */
export const removedItemPersonalData: PersonalDataHandler = {
	section: 'removed-items',
	processing: {
		...processingText.removedItems,
		people: ['sellers'],
		basis: 'legitimate_interest',
		recipients: ['hosting'],
	},
	export: async (db, accountId) =>
		(await listItemsByOwner(db, accountId)).map(({ kind, target_id, created_at, parts }) => ({
			target: { kind, id: target_id },
			hashes_stored: parts,
			created_at: toIsoTime(created_at),
			deleted_at: toIsoTime(created_at + moderationLimits.removedItemTtl),
		})),
	erase: detachItemsFromOwner,
};
