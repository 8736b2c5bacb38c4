import type { PersonalData } from '../accounts/index.ts';
import { listItemDays } from './store.ts';

/** What own ads and posts have gathered a day. Who looked is not kept. */
export const insightData: PersonalData = {
	section: 'insights',
	export: async (at, accountId) =>
		(await listItemDays(at, accountId, 0)).map(({ target, id, day, views, contacts }) => ({
			target,
			target_id: id,
			day: new Date(day * 86_400_000).toISOString().slice(0, 10),
			views,
			contacts,
		})),
};
