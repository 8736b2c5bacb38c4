import { isoTime, type PersonalData } from '../accounts/index.ts';
import { deleteMutePreferencesForSeller, listMutePreferences } from './store.ts';

export const mutePreferencePersonalData: PersonalData = {
	section: 'less-of',
	export: async (at, accountId) =>
		(await listMutePreferences(at, accountId)).map(({ what, value, created_at }) => ({
			what,
			value,
			created_at: isoTime(created_at),
		})),
	// The account's own mutes are deleted with its row.
	erase: deleteMutePreferencesForSeller,
};
