import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { toSearchQuery } from './present.ts';
import { listSavedSearches } from './store.ts';

/** Exports the account's searches. Searches and their matches are deleted with the account by cascade. */
export const savedSearchPersonalData: PersonalDataHandler = {
	section: 'saved-searches',
	processing: {
		...processingText.savedSearches,
		people: ['customers'],
		basis: 'contract',
		recipients: ['hosting', 'mail', 'push'],
	},
	export: async (db, accountId) =>
		(await listSavedSearches(db, accountId)).map((row) => ({
			id: row.id,
			search: toSearchQuery(row),
			alerts: row.alerts,
			created_at: toIsoTime(row.created_at),
			seen_at: toIsoTime(row.seen_at),
		})),
};
