import { isoTime, type PersonalData } from '../accounts/index.ts';
import { savedOf } from './store.ts';

export const savedItemData: PersonalData = {
	noun: 'saved-items',
	export: async (at, accountId) =>
		(await savedOf(at, accountId)).map(({ list, target_id, created_at }) => ({
			list,
			id: target_id,
			created_at: isoTime(created_at),
		})),
};
