import { postPath, profilePath, shortAdPath } from '../../contract/page-paths.ts';
import type { Target } from '../../contract/target.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Follows } from '../follows/index.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import type { Posts } from '../posts/index.ts';
import type { SavedItems } from '../saved-items/index.ts';
import { type Happened, newsJob } from './job-definitions.ts';
import type { News, Notifications } from './notifications.ts';

export interface TellNewsParts {
	db: Database;
	jobs: Jobs;
	accounts: Accounts;
	ads: Ads;
	posts: Posts;
	follows: Follows;
	savedItems: SavedItems;
	notifications: Notifications;
}

type Of<What extends Happened['what']> = Extract<Happened, { what: What }>;

/** Accounts told in one transaction. */
const batch = 200;

/** Finds out who is concerned by what happened, and tells them. */
export function createTellNews(parts: TellNewsParts) {
	const { db, jobs, accounts, ads, posts, follows, savedItems, notifications } = parts;

	const tell = (accountId: number, news: News) =>
		db.transaction(async (tx) => {
			// Who has left meanwhile is told nothing.
			if ((await accounts.findPeople(tx, [accountId])).has(accountId)) await notifications.tell(tx, accountId, news);
		});

	/** What it is called and where it is; null where it may not be seen any more. */
	async function pageOf(target: Target, id: number): Promise<{ title: string; path: string } | null> {
		if (target === 'ads') {
			const ad = await ads.target(db, id);
			return ad && { title: ad.title, path: shortAdPath(id) };
		}
		const post = await posts.target(db, id);
		return post && { title: post.title, path: postPath({ id, kind: post.kind, text: post.title }) };
	}

	async function comment({ commentId, target, targetId, ownerId, accountId, repliedToId }: Of<'comment'>) {
		const page = await pageOf(target, targetId);
		if (!page) return;
		const about = { ...page, event: `comment ${commentId}`, comments: [commentId] };
		if (repliedToId !== null && repliedToId !== accountId) {
			await tell(repliedToId, {
				kind: 'reply',
				group: `reply ${target} ${targetId}`,
				actorId: accountId,
				gather: 'news',
				about: { ...about, seen: { target, id: targetId } },
			});
		}
		if (ownerId === accountId || ownerId === repliedToId) return;
		const group = `comment ${target} ${targetId}`;
		await tell(ownerId, { kind: 'comment', group, actorId: accountId, gather: 'news', about });
	}

	async function like({ target, targetId, ownerId, accountId, at }: Of<'like'>) {
		const page = await pageOf(target, targetId);
		if (!page) return;
		const about = { ...page, event: `like ${accountId} ${at}` };
		const group = `like ${target} ${targetId}`;
		await tell(ownerId, { kind: 'like', group, actorId: accountId, gather: 'people', about });
	}

	async function follow({ followerId, followedId, at }: Of<'follow'>) {
		const follower = (await accounts.findPeople(db, [followerId])).get(followerId);
		if (!follower) return;
		const about = { path: profilePath(follower.user_name), event: `follow ${followerId} ${at}` };
		await tell(followedId, { kind: 'follow', group: 'follow', actorId: followerId, gather: 'people', about });
	}

	/** Tells a long list of accounts a part of it at a time, and queues the rest. */
	function tellAll(
		happened: Of<'ad'> | Of<'price'>,
		list: (at: Db, id: number, after: number, most: number) => Promise<{ id: number; accountId: number }[]>,
		listId: number,
		news: News,
	): Promise<void> {
		return db.transaction(async (tx: Tx) => {
			const found = await list(tx, listId, happened.after, batch);
			for (const { accountId } of found) {
				if (accountId !== happened.ownerId) await notifications.tell(tx, accountId, news);
			}
			const last = found.at(-1);
			if (last && found.length === batch) await jobs.add(tx, newsJob, { ...happened, after: last.id });
		});
	}

	async function ad(happened: Of<'ad'>) {
		const { adId, ownerId } = happened;
		const page = await pageOf('ads', adId);
		if (!page) return;
		const about = { ...page, event: `ad ${adId}`, seen: { target: 'ads' as const, id: adId } };
		const news: News = { kind: 'new_ad', group: `new_ad ${ownerId}`, actorId: ownerId, gather: 'news', about };
		await tellAll(happened, follows.listFollowers, ownerId, news);
	}

	async function price(happened: Of<'price'>) {
		const { adId, priceKobo } = happened;
		const page = await pageOf('ads', adId);
		if (!page) return;
		const seen = { target: 'ads' as const, id: adId };
		const about = { ...page, event: `price ${adId} ${priceKobo}`, seen, priceKobo };
		const news: News = { kind: 'price_drop', group: `price_drop ${adId}`, actorId: null, gather: 'latest', about };
		await tellAll(happened, savedItems.listSavers, adId, news);
	}

	async function video({ adId, ownerId, state, at }: Of<'video'>) {
		const title = (await ads.about(db, [adId])).get(adId)?.title;
		if (title === undefined) return;
		const path = state === 'ready' ? shortAdPath(adId) : '/dashboard/myvideos';
		const about = { title, path, event: `video ${state} ${at}`, state };
		await tell(ownerId, { kind: 'video', group: `video ${adId}`, actorId: null, gather: 'latest', about });
	}

	async function enrollment({ enrollmentId, accountId, courseId, state, at }: Of<'enrollment'>) {
		// What learners do themselves is no news to them.
		if (state === 'requested') return;
		const about = { path: '/dashboard', event: `${state} ${at}`, enrollment: { courseId, state } };
		const group = `enrollment ${enrollmentId}`;
		await tell(accountId, { kind: 'enrollment', group, actorId: null, gather: 'latest', about });
	}

	async function decision({ decisionId, ownerId, outcome }: Of<'decision'>) {
		const about = { path: '/dashboard/decisions', event: `${outcome} ${decisionId}`, outcome };
		const group = `moderation ${decisionId}`;
		await tell(ownerId, { kind: 'moderation', group, actorId: null, gather: 'latest', about });
	}

	return (happened: Happened): Promise<void> => {
		switch (happened.what) {
			case 'comment':
				return comment(happened);
			case 'like':
				return like(happened);
			case 'follow':
				return follow(happened);
			case 'ad':
				return ad(happened);
			case 'video':
				return video(happened);
			case 'price':
				return price(happened);
			case 'enrollment':
				return enrollment(happened);
			case 'decision':
				return decision(happened);
		}
	};
}
