import type { z } from 'zod';
import type { ReportTarget, report } from '../../contract/moderation.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Comments } from '../comments/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Db } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Posts } from '../posts/index.ts';
import * as store from './store.ts';

export interface ModerationParts {
	db: Database;
	clock: Clock;
	accounts: Accounts;
	ads: Ads;
	posts: Posts;
	comments: Comments;
}

export type Moderation = ReturnType<typeof createModeration>;

export function createModeration({ db, clock, accounts, ads, posts, comments }: ModerationParts) {
	/** Whose the reported thing is; null for what may not be seen. */
	const owners: Record<ReportTarget, (at: Db, id: number) => Promise<number | null>> = {
		ad: async (at, id) => (await ads.target(at, id))?.ownerId ?? null,
		post: async (at, id) => (await posts.target(at, id))?.ownerId ?? null,
		comment: async (at, id) => (await comments.target(at, id))?.ownerId ?? null,
		account: async (at, id) => (await accounts.people(at, [id])).get(id)?.id ?? null,
	};

	return {
		report: (actor: Actor, { target, reason, note = '' }: z.output<NonNullable<(typeof report)['body']>>) =>
			db.transaction(async (tx) => {
				const ownerId = await owners[target.kind](tx, target.id);
				if (ownerId === null) throw new Refusal('not_found', 'This is not here any more.');
				const now = clock.now();
				const subject = { kind: target.kind, target_id: target.id, owner_id: ownerId };
				if (await store.hasOpenReport(tx, subject, actor.accountId)) return;
				await store.insertReport(tx, {
					case_id: await store.openCase(tx, subject, now),
					account_id: actor.accountId,
					kind: target.kind,
					target_id: target.id,
					owner_id: ownerId,
					reason,
					note,
					state: 'open',
					created_at: now,
				});
			}),
	};
}
