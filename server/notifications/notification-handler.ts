import { postPath, profilePath, shortAdPath } from '../../contract/page-paths.ts';
import type { Target } from '../../contract/target.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Follows } from '../follows/index.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import type { Posts } from '../posts/index.ts';
import type { SavedItems } from '../saved-items/index.ts';
import { type NotificationEvent, notifyJob } from './job-definitions.ts';
import type { NoticeInput, Notifications } from './notifications.ts';

export interface NotificationHandlerDeps {
	db: Database;
	jobs: Jobs;
	accounts: Accounts;
	ads: Ads;
	posts: Posts;
	follows: Follows;
	savedItems: SavedItems;
	notifications: Notifications;
}

type EventOf<What extends NotificationEvent['what']> = Extract<NotificationEvent, { what: What }>;

/** Accounts told in one transaction. */
const batchSize = 200;

/** Finds out who is concerned by what happened, and tells them. */
export function createNotificationHandler(deps: NotificationHandlerDeps) {
	const { db, jobs, accounts, ads, posts, follows, savedItems, notifications } = deps;

	const notify = (accountId: number, news: NoticeInput) =>
		db.transaction(async (tx) => {
			// Who has left meanwhile is told nothing.
			if ((await accounts.findPeople(tx, [accountId])).has(accountId)) await notifications.notify(tx, accountId, news);
		});

	/** What it is called and where it is; null where it may not be seen any more. */
	async function findPage(target: Target, id: number): Promise<{ title: string; path: string } | null> {
		if (target === 'ads') {
			const ad = await ads.target(db, id);
			return ad && { title: ad.title, path: shortAdPath(id) };
		}
		const post = await posts.target(db, id);
		return post && { title: post.title, path: postPath({ id, kind: post.kind, text: post.title }) };
	}

	async function onComment({ commentId, target, targetId, ownerId, accountId, repliedToId }: EventOf<'comment'>) {
		const page = await findPage(target, targetId);
		if (!page) return;
		const about = { ...page, event: `comment ${commentId}`, comments: [commentId] };
		if (repliedToId !== null && repliedToId !== accountId) {
			await notify(repliedToId, {
				kind: 'reply',
				group: `reply ${target} ${targetId}`,
				actorId: accountId,
				grouping: 'news',
				about: { ...about, seen: { target, id: targetId } },
			});
		}
		if (ownerId === accountId || ownerId === repliedToId) return;
		const group = `comment ${target} ${targetId}`;
		await notify(ownerId, { kind: 'comment', group, actorId: accountId, grouping: 'news', about });
	}

	async function onLike({ target, targetId, ownerId, accountId, at }: EventOf<'like'>) {
		const page = await findPage(target, targetId);
		if (!page) return;
		const about = { ...page, event: `like ${accountId} ${at}` };
		const group = `like ${target} ${targetId}`;
		await notify(ownerId, { kind: 'like', group, actorId: accountId, grouping: 'people', about });
	}

	async function onFollow({ followerId, followedId, at }: EventOf<'follow'>) {
		const follower = (await accounts.findPeople(db, [followerId])).get(followerId);
		if (!follower) return;
		const about = { path: profilePath(follower.user_name), event: `follow ${followerId} ${at}` };
		await notify(followedId, { kind: 'follow', group: 'follow', actorId: followerId, grouping: 'people', about });
	}

	/** Tells a long list of accounts a part of it at a time, and queues the rest. */
	function notifyAll(
		happened: EventOf<'ad'> | EventOf<'price'>,
		list: (at: Db, id: number, after: number, most: number) => Promise<{ id: number; accountId: number }[]>,
		listId: number,
		news: NoticeInput,
	): Promise<void> {
		return db.transaction(async (tx: Tx) => {
			const found = await list(tx, listId, happened.after, batchSize);
			for (const { accountId } of found) {
				if (accountId !== happened.ownerId) await notifications.notify(tx, accountId, news);
			}
			const last = found.at(-1);
			if (last && found.length === batchSize) await jobs.add(tx, notifyJob, { ...happened, after: last.id });
		});
	}

	async function onAd(happened: EventOf<'ad'>) {
		const { adId, ownerId } = happened;
		const page = await findPage('ads', adId);
		if (!page) return;
		const about = { ...page, event: `ad ${adId}`, seen: { target: 'ads' as const, id: adId } };
		const news: NoticeInput = { kind: 'new_ad', group: `new_ad ${ownerId}`, actorId: ownerId, grouping: 'news', about };
		await notifyAll(happened, follows.listFollowers, ownerId, news);
	}

	async function onPriceDrop(happened: EventOf<'price'>) {
		const { adId, priceKobo } = happened;
		const page = await findPage('ads', adId);
		if (!page) return;
		const seen = { target: 'ads' as const, id: adId };
		const about = { ...page, event: `price ${adId} ${priceKobo}`, seen, priceKobo };
		const news: NoticeInput = {
			kind: 'price_drop',
			group: `price_drop ${adId}`,
			actorId: null,
			grouping: 'latest',
			about,
		};
		await notifyAll(happened, savedItems.listSavers, adId, news);
	}

	async function onVideo({ adId, ownerId, state, at }: EventOf<'video'>) {
		const title = (await ads.allTargets(db, [adId])).get(adId)?.title;
		if (title === undefined) return;
		const path = state === 'ready' ? shortAdPath(adId) : '/dashboard/myvideos';
		const about = { title, path, event: `video ${state} ${at}`, state };
		await notify(ownerId, { kind: 'video', group: `video ${adId}`, actorId: null, grouping: 'latest', about });
	}

	async function onEnrollment({ enrollmentId, accountId, courseId, state, at }: EventOf<'enrollment'>) {
		// What learners do themselves is no news to them.
		if (state === 'requested') return;
		const about = { path: '/dashboard', event: `${state} ${at}`, enrollment: { courseId, state } };
		const group = `enrollment ${enrollmentId}`;
		await notify(accountId, { kind: 'enrollment', group, actorId: null, grouping: 'latest', about });
	}

	async function onDecision({ decisionId, ownerId, outcome }: EventOf<'decision'>) {
		const about = { path: '/dashboard/decisions', event: `${outcome} ${decisionId}`, outcome };
		const group = `moderation ${decisionId}`;
		await notify(ownerId, { kind: 'moderation', group, actorId: null, grouping: 'latest', about });
	}

	return (happened: NotificationEvent): Promise<void> => {
		switch (happened.what) {
			case 'comment':
				return onComment(happened);
			case 'like':
				return onLike(happened);
			case 'follow':
				return onFollow(happened);
			case 'ad':
				return onAd(happened);
			case 'video':
				return onVideo(happened);
			case 'price':
				return onPriceDrop(happened);
			case 'enrollment':
				return onEnrollment(happened);
			case 'decision':
				return onDecision(happened);
		}
	};
}
