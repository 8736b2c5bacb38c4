import { isoTime, type PersonalData } from '../accounts/index.ts';
import { deleteMutesOfSeller, listMutes } from './store.ts';

/** What somebody wants less of. */
export const mutePreferenceData: PersonalData = {
	section: 'less-of',
	export: async (at, accountId) =>
		(await listMutes(at, accountId)).map(({ what, value, created_at }) => ({
			what,
			value,
			created_at: isoTime(created_at),
		})),
	// What the account itself has asked for goes with its row.
	erase: deleteMutesOfSeller,
};
