import type { PersonalDataHandler } from '../accounts/index.ts';
import { listDailyItemStats } from './store.ts';

/** Exports daily views and contacts of the account's ads and posts. The server doesn't store who viewed an item. */
export const insightPersonalData: PersonalDataHandler = {
	section: 'insights',
	export: async (at, accountId) =>
		(await listDailyItemStats(at, accountId, 0)).map(({ target, id, day, ownerId: _, ...stats }) => ({
			target,
			target_id: id,
			day: new Date(day * 86_400_000).toISOString().slice(0, 10),
			...stats,
		})),
};
