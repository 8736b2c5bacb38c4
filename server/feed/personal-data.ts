import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { deleteMutePreferencesForSeller, listMutePreferences } from './store.ts';

export const mutePreferencePersonalData: PersonalDataHandler = {
	section: 'less-of',
	processing: {
		...processingText.mutePreferences,
		people: ['customers'],
		basis: 'contract',
		recipients: ['hosting'],
	},
	export: async (db, accountId) =>
		(await listMutePreferences(db, accountId)).map(({ what, value, created_at }) => ({
			what,
			value,
			created_at: toIsoTime(created_at),
		})),
	// `erase` deletes the mutes of others against the account. The database deletes the account's own mutes by cascade.
	erase: deleteMutePreferencesForSeller,
};
