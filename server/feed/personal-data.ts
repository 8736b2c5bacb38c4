import { isoTime, type PersonalData } from '../accounts/index.ts';
import { deleteLessOfSeller, lessOf } from './store.ts';

/** What somebody wants less of. */
export const feedData: PersonalData = {
	section: 'less-of',
	export: async (at, accountId) =>
		(await lessOf(at, accountId)).map(({ what, value, created_at }) => ({
			what,
			value,
			created_at: isoTime(created_at),
		})),
	// What the account itself has asked for goes with its row.
	erase: deleteLessOfSeller,
};
