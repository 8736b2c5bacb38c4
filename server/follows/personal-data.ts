import { type Accounts, isoTime, type PersonalData } from '../accounts/index.ts';
import { deleteFollow, followsOf } from './store.ts';

export function followData(accounts: Accounts): PersonalData {
	return {
		noun: 'follows',
		export: async (at, accountId) =>
			(await followsOf(at, accountId)).map(({ followed_id, created_at }) => ({
				account_id: followed_id,
				created_at: isoTime(created_at),
			})),
		async erase(tx, accountId) {
			for (const { followed_id } of await followsOf(tx, accountId)) {
				const counted = await deleteFollow(tx, accountId, followed_id);
				if (counted > 0) await accounts.bumpFollowers(tx, [followed_id], -counted);
			}
		},
	};
}
