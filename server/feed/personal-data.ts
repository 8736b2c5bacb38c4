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
	// `erase` deletes the mutes of others against the account. The database deletes the account's own mutes by cascade.
	erase: deleteMutePreferencesForSeller,
};
