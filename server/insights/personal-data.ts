import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import { listDailyItemStats, listPartPlays } from './store.ts';

/** Exports daily views and contacts of the account's ads and posts. The server doesn't store who viewed an item. */
export const insightPersonalData: PersonalDataHandler = {
	section: 'insights',
	processing: {
		...processingText.insights,
		people: ['visitors', 'sellers'],
		basis: 'legitimate_interest',
		recipients: ['sellers', 'hosting'],
	},
	export: async (db, accountId) =>
		(await listDailyItemStats(db, accountId, 0)).map(({ target, id, day, ownerId: _, ...stats }) => ({
			target,
			target_id: id,
			day: new Date(day * 86_400_000).toISOString().slice(0, 10),
			...stats,
		})),
};

/** Exports how often each part of the account's video ads was watched. */
export function createWatchingPersonalData(ads: AdService): PersonalDataHandler {
	return {
		section: 'watching',
		processing: {
			...processingText.watching,
			people: ['visitors', 'sellers'],
			basis: 'legitimate_interest',
			recipients: ['sellers', 'hosting'],
		},
		async export(db, accountId) {
			const videos = (await ads.listByOwner(db, accountId)).filter(({ format }) => format === 'video');
			const ids = videos.map(({ id }) => id);
			return [...(await listPartPlays(db, ids))].map(([ad_id, plays]) => ({ ad_id, plays }));
		},
	};
}
