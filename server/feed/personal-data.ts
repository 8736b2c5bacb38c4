import { isoTime, type PersonalData } from '../accounts/index.ts';
import { deleteMutesOfSeller, listMutes } from './store.ts';

export const mutePreferenceData: PersonalData = {
	section: 'less-of',
	export: async (at, accountId) =>
		(await listMutes(at, accountId)).map(({ what, value, created_at }) => ({
			what,
			value,
			created_at: isoTime(created_at),
		})),
	// The account's own mutes are deleted with its row.
	erase: deleteMutesOfSeller,
};
