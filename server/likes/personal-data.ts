import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { PostService } from '../posts/index.ts';
import { deleteLike, listLikes } from './store.ts';

export function createLikePersonalData(services: { ads: AdService; posts: PostService }): PersonalDataHandler {
	return {
		section: 'likes',
		processing: {
			...processingText.likes,
			people: ['customers', 'sellers'],
			basis: 'contract',
			recipients: ['sellers', 'hosting'],
		},
		export: async (db, accountId) =>
			(await listLikes(db, accountId)).map(({ target, targetId, at: likedAt }) => ({
				target,
				target_id: targetId,
				created_at: toIsoTime(likedAt),
			})),
		async erase(tx, accountId) {
			for (const { target, targetId } of await listLikes(tx, accountId)) {
				const { likes, ranked_likes } = await deleteLike(tx, { target, targetId, accountId });
				if (likes > 0) await services[target].bump(tx, targetId, { likes: -likes, ranked_likes: -ranked_likes });
			}
		},
	};
}
