import {
	postPath,
	profilePath,
	savedSearchesPath,
	savedSearchPath,
	sellerReviewsPath,
	shortAdPath,
	verificationPath,
} from '../../contract/page-paths.ts';
import type { ContentTarget } from '../../contract/target.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { FollowService } from '../follows/index.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { JobQueue } from '../platform/jobs/index.ts';
import type { PostService } from '../posts/index.ts';
import type { ReviewService } from '../reviews/index.ts';
import type { SavedItemService } from '../saved-items/index.ts';
import type { SavedSearchService } from '../saved-searches/index.ts';
import { type NotificationEvent, notifyJob } from './job-definitions.ts';
import type { NotificationInput, NotificationService } from './notifications.ts';

export interface NotificationHandlerDeps {
	db: Database;
	jobs: JobQueue;
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	follows: FollowService;
	savedItems: SavedItemService;
	savedSearches: SavedSearchService;
	reviews: ReviewService;
	notifications: NotificationService;
}

type EventOf<What extends NotificationEvent['what']> = Extract<NotificationEvent, { what: What }>;

/** Maximum number of accounts that one transaction notifies. */
const batchSize = 200;

export function createNotificationHandler(deps: NotificationHandlerDeps) {
	const { db, jobs, accounts, ads, posts, follows, savedItems, savedSearches, reviews, notifications } = deps;

	const notify = (accountId: number, notification: NotificationInput) =>
		db.transaction(async (tx) => {
			// The account may have been deleted since the event.
			if ((await accounts.findPeople(tx, [accountId])).has(accountId))
				await notifications.notify(tx, accountId, notification);
		});

	/** Returns title and path of an ad or post. Returns null if the ad or post is no longer visible. */
	async function findPage(target: ContentTarget, id: number): Promise<{ title: string; path: string } | null> {
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

	/** Notifies one batch of followers or savers and queues a job for the next batch. */
	function notifyAll(
		event: EventOf<'ad'> | EventOf<'import'> | EventOf<'price'>,
		list: (at: Db, id: number, after: number, most: number) => Promise<{ id: number; accountId: number }[]>,
		listId: number,
		notification: NotificationInput,
	): Promise<void> {
		return db.transaction(async (tx: Tx) => {
			const found = await list(tx, listId, event.after, batchSize);
			for (const { accountId } of found) {
				if (accountId !== event.ownerId) await notifications.notify(tx, accountId, notification);
			}
			const last = found.at(-1);
			if (last && found.length === batchSize) await jobs.add(tx, notifyJob, { ...event, after: last.id });
		});
	}

	async function onAd(event: EventOf<'ad'>) {
		const { adId, ownerId } = event;
		const page = await findPage('ads', adId);
		if (!page) return;
		const about = { ...page, event: `ad ${adId}`, seen: { target: 'ads' as const, id: adId } };
		const notification: NotificationInput = {
			kind: 'new_ad',
			group: `new_ad ${ownerId}`,
			actorId: ownerId,
			grouping: 'news',
			about,
		};
		await notifyAll(event, follows.listFollowers, ownerId, notification);
	}

	async function onImport(event: EventOf<'import'>) {
		const { importId, ownerId } = event;
		const found = await ads.findVisibleOfImport(db, importId);
		const seller = (await accounts.findPeople(db, [ownerId])).get(ownerId);
		if (!found || !seller) return;
		const { id, title } = found.newest;
		// Several ads are on the profile of the seller.
		const path = found.ads > 1 ? profilePath(seller.user_name) : shortAdPath(id);
		const about = { title, path, event: `import ${importId}`, seen: { target: 'ads' as const, id } };
		const notification: NotificationInput = {
			kind: 'new_ad',
			group: `new_ad ${ownerId}`,
			actorId: ownerId,
			grouping: 'news',
			about,
			count: found.ads,
		};
		await notifyAll(event, follows.listFollowers, ownerId, notification);
	}

	async function onPriceDrop(event: EventOf<'price'>) {
		const { adId, priceKobo } = event;
		const page = await findPage('ads', adId);
		if (!page) return;
		const seen = { target: 'ads' as const, id: adId };
		const about = { ...page, event: `price ${adId} ${priceKobo}`, seen, priceKobo };
		const notification: NotificationInput = {
			kind: 'price_drop',
			group: `price_drop ${adId}`,
			actorId: null,
			grouping: 'latest',
			about,
		};
		await notifyAll(event, savedItems.listSavers, adId, notification);
	}

	async function onVideo({ adId, ownerId, state, at }: EventOf<'video'>) {
		const title = (await ads.allTargets(db, [adId])).get(adId)?.title;
		if (title === undefined) return;
		const path = state === 'ready' ? shortAdPath(adId) : '/dashboard/myvideos';
		const about = { title, path, event: `video ${state} ${at}`, state };
		await notify(ownerId, { kind: 'video', group: `video ${adId}`, actorId: null, grouping: 'latest', about });
	}

	async function onEnrollment({ enrollmentId, accountId, courseId, state, at }: EventOf<'enrollment'>) {
		// The learner requests the enrollment, so the state 'requested' causes no notification to the learner.
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

	async function onVerification({ verificationId, accountId, outcome }: EventOf<'verification'>) {
		const about = { path: verificationPath, event: `${outcome} ${verificationId}`, verification: outcome };
		const group = `verification ${verificationId}`;
		await notify(accountId, { kind: 'verification', group, actorId: null, grouping: 'latest', about });
	}

	/** Returns the path of the list that shows a review or a reply. Returns null if the review or reply is no longer visible. */
	async function findReviewPath(part: 'review' | 'reply', reviewId: number, sellerId: number): Promise<string | null> {
		if (!(await reviews.target(db, part, reviewId))) return null;
		const seller = (await accounts.findVisiblePeople(db, [sellerId])).get(sellerId);
		return seller ? sellerReviewsPath(seller.user_name) : null;
	}

	async function onPurchase({ adId, sellerId, buyerId }: EventOf<'purchase'>) {
		const page = await findPage('ads', adId);
		if (!page) return;
		const about = { ...page, event: `purchase ${adId}`, seen: { target: 'ads' as const, id: adId } };
		const group = `purchase ${adId}`;
		await notify(buyerId, { kind: 'purchase', group, actorId: sellerId, grouping: 'latest', about });
	}

	async function onReview({ reviewId, sellerId, buyerId, stars }: EventOf<'review'>) {
		const path = await findReviewPath('review', reviewId, sellerId);
		if (path === null) return;
		const about = { path, event: `review ${reviewId}`, stars };
		await notify(sellerId, { kind: 'review', group: 'review', actorId: buyerId, grouping: 'news', about });
	}

	async function onReviewReply({ reviewId, sellerId, buyerId }: EventOf<'review_reply'>) {
		const path = await findReviewPath('reply', reviewId, sellerId);
		if (path === null || buyerId === null) return;
		const about = { path, event: `review_reply ${reviewId}` };
		const group = `review_reply ${reviewId}`;
		await notify(buyerId, { kind: 'review_reply', group, actorId: sellerId, grouping: 'latest', about });
	}

	/** Notifies one batch of accounts that a new ad matches their searches, and queues a job for the next batch. */
	function onSavedSearch(event: EventOf<'saved_search'>): Promise<void> {
		const { adId, after } = event;
		return db.transaction(async (tx) => {
			const { alerts, last } = await savedSearches.takeAlertsAtOnce(tx, adId, after, batchSize);
			for (const { searchId, accountId, name, adIds } of alerts) {
				await notifications.notify(tx, accountId, {
					kind: 'saved_search',
					group: `saved_search ${searchId}`,
					actorId: null,
					grouping: 'news',
					about: {
						path: savedSearchPath(searchId),
						event: `saved_search ${searchId} ${adId}`,
						matches: adIds,
						search: name,
					},
				});
			}
			if (last !== null) await jobs.add(tx, notifyJob, { ...event, after: last });
		});
	}

	/** Sends an account one notification and one mail about all new ads of its searches with daily alerts. */
	function onDailyAlerts({ accountId, before }: EventOf<'saved_searches_daily'>): Promise<void> {
		return db.transaction(async (tx) => {
			const alerts = await savedSearches.takeDailyAlerts(tx, accountId, before);
			const [only] = alerts;
			if (!only) return;
			const matches = [...new Set(alerts.flatMap(({ adIds }) => adIds))];
			await notifications.notify(tx, accountId, {
				kind: 'saved_search',
				group: 'saved_search daily',
				actorId: null,
				grouping: 'news',
				count: matches.length,
				about: {
					path: alerts.length === 1 ? savedSearchPath(only.searchId) : savedSearchesPath,
					event: `saved_search daily ${before}`,
					matches,
					...(alerts.length === 1 && { search: only.name }),
				},
			});
			if (await notifications.wantsMail(tx, accountId, 'saved_search')) {
				await savedSearches.queueMail(tx, accountId, alerts);
			}
		});
	}

	return (event: NotificationEvent): Promise<void> => {
		switch (event.what) {
			case 'comment':
				return onComment(event);
			case 'like':
				return onLike(event);
			case 'follow':
				return onFollow(event);
			case 'ad':
				return onAd(event);
			case 'import':
				return onImport(event);
			case 'video':
				return onVideo(event);
			case 'price':
				return onPriceDrop(event);
			case 'enrollment':
				return onEnrollment(event);
			case 'decision':
				return onDecision(event);
			case 'verification':
				return onVerification(event);
			case 'purchase':
				return onPurchase(event);
			case 'saved_search':
				return onSavedSearch(event);
			case 'saved_searches_daily':
				return onDailyAlerts(event);
			case 'review':
				return onReview(event);
			case 'review_reply':
				return onReviewReply(event);
		}
	};
}
