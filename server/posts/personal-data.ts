import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { PostService } from './posts.ts';

export function createPostPersonalData(posts: PostService): PersonalDataHandler {
	return {
		section: 'posts',
		processing: {
			...processingText.posts,
			people: ['sellers'],
			basis: 'contract',
			recipients: ['public', 'hosting'],
		},
		export: async (db, accountId) =>
			(await posts.listByOwner(db, accountId)).map((post) => ({
				id: post.id,
				kind: post.kind,
				text: post.text,
				category: post.category,
				likes: post.likes,
				comments: post.comments,
				views: post.views,
				created_at: toIsoTime(post.created_at),
				edited_at: toIsoTime(post.edited_at),
				deleted_at: toIsoTime(post.deleted_at),
			})),
		erase: posts.eraseByOwner,
	};
}
