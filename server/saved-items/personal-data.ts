import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { listSavedItems } from './store.ts';

export const savedItemPersonalData: PersonalDataHandler = {
	section: 'saved-items',
	processing: {
		...processingText.savedItems,
		people: ['customers'],
		basis: 'contract',
		recipients: ['hosting'],
	},
	export: async (db, accountId) =>
		(await listSavedItems(db, accountId)).map(({ list, target_id, created_at }) => ({
			list,
			id: target_id,
			created_at: toIsoTime(created_at),
		})),
};
