import * as processingText from '../../text/server/processing.ts';
import type { AccountService, PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { deleteFollow, listFollows } from './store.ts';

export function createFollowPersonalData(accounts: AccountService): PersonalDataHandler {
	return {
		section: 'follows',
		processing: {
			...processingText.follows,
			people: ['customers', 'sellers'],
			basis: 'contract',
			recipients: ['sellers', 'hosting'],
		},
		export: async (db, accountId) =>
			(await listFollows(db, accountId)).map(({ followed_id, created_at }) => ({
				account_id: followed_id,
				created_at: toIsoTime(created_at),
			})),
		async erase(tx, accountId) {
			for (const { followed_id } of await listFollows(tx, accountId)) {
				const { followers, ranked } = await deleteFollow(tx, accountId, followed_id);
				const removed = { followers: -followers, ranked: -ranked };
				if (followers > 0) await accounts.incrementFollowers(tx, [followed_id], removed);
			}
		},
	};
}
