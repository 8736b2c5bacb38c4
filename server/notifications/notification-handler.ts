import {
	postPath,
	profilePath,
	sellerReviewsPath,
	shortAdPath,
	verificationPath,
} from '../../contract/core/page-paths.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { PostKind } from '../../contract/posts/posts.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { Db, Tx } from '../database/index.ts';
import type { FollowService } from '../follows/index.ts';
import type { PostService } from '../posts/index.ts';
import type { ReviewService } from '../reviews/index.ts';
import type { SavedItemService } from '../saved-items/index.ts';
import { batchSize, type EngagementEvent, type EventOf, type NotificationEvent, notifyJob } from './job-definitions.ts';
import type { NotificationContent, NotificationInput } from './notifications.ts';
import { notifyOfDailyMatches, notifyOfMatches, type SavedSearchNotificationDeps } from './notify-of-matches.ts';

export interface NotificationHandlerDeps extends SavedSearchNotificationDeps {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	follows: FollowService;
	savedItems: SavedItemService;
	reviews: ReviewService;
}

interface Page {
	title: string;
	path: string;
}

export function createNotificationHandler(deps: NotificationHandlerDeps) {
	const { db, jobs, accounts, ads, posts, follows, savedItems, reviews, notifications } = deps;

	const notify = (...inputs: readonly NotificationInput[]) =>
		db.transaction(async (tx) => {
			// An account may have been deleted since the event.
			const people = await accounts.findPeople(
				tx,
				inputs.map(({ accountId }) => accountId),
			);
			await notifications.notify(
				tx,
				inputs.filter(({ accountId }) => people.has(accountId)),
			);
		});

	/** Notifies of a state. It replaces the notification of the state before. */
	const notifyLatest = (input: Omit<NotificationInput, 'actorId' | 'grouping'>) =>
		notify({ ...input, actorId: null, grouping: 'latest' });

	/** Returns titles and paths of ads or posts. Omits those that are no longer visible. */
	async function findPages(target: ContentTarget, ids: readonly number[]): Promise<Map<number, Page>> {
		const pages = new Map<number, Page>();
		if (target === 'ads') {
			for (const [id, { title }] of await ads.targets(db, ids)) pages.set(id, { title, path: shortAdPath(id) });
		} else {
			for (const [id, { title, kind }] of await posts.targets(db, ids)) {
				pages.set(id, toPostPage(id, { title, kind }));
			}
		}
		return pages;
	}

	const findPage = async (target: ContentTarget, id: number) => (await findPages(target, [id])).get(id) ?? null;

	/** Notifies of comments and likes in one transaction. */
	async function handleEngagement(engagement: readonly EngagementEvent[]): Promise<void> {
		const listIds = (target: ContentTarget) =>
			engagement.flatMap((event) => (event.target === target ? event.targetId : []));
		const pages = {
			ads: await findPages('ads', listIds('ads')),
			posts: await findPages('posts', listIds('posts')),
		};
		const inputs = engagement.flatMap((event) => {
			const page = pages[event.target].get(event.targetId);
			if (!page) return [];
			return event.what === 'comment' ? describeComment(event, page) : [describeLike(event, page)];
		});
		if (inputs.length > 0) await notify(...inputs);
	}

	async function onFollow({ followerId, followedId, at }: EventOf<'follow'>) {
		const follower = (await accounts.findPeople(db, [followerId])).get(followerId);
		if (!follower) return;
		const about = { path: profilePath(follower.user_name), event: `follow ${followerId} ${at}` };
		await notify({
			accountId: followedId,
			kind: 'follow',
			group: 'follow',
			actorId: followerId,
			grouping: 'people',
			about,
		});
	}

	/** Notifies one batch of followers or savers and queues a job for the next batch. */
	function notifyAll(
		event: EventOf<'ad'> | EventOf<'import'> | EventOf<'price'>,
		list: (db: Db, id: number, after: number, most: number) => Promise<{ id: number; accountId: number }[]>,
		listId: number,
		notification: NotificationContent,
	): Promise<void> {
		return db.transaction(async (tx: Tx) => {
			const found = await list(tx, listId, event.after, batchSize);
			const others = found.filter(({ accountId }) => accountId !== event.ownerId);
			await notifications.notify(
				tx,
				others.map(({ accountId }) => ({ ...notification, accountId })),
			);
			const last = found.at(-1);
			if (last && found.length === batchSize) await jobs.add(tx, notifyJob, { ...event, after: last.id });
		});
	}

	/** Tells the followers of a seller of new ads. */
	function notifyFollowers(
		event: EventOf<'ad'> | EventOf<'import'>,
		content: Pick<NotificationContent, 'about' | 'count'>,
	): Promise<void> {
		const actorId = event.ownerId;
		const notification = { kind: 'new_ad', group: `new_ad ${actorId}`, actorId, grouping: 'news', ...content } as const;
		return notifyAll(event, follows.listFollowers, actorId, notification);
	}

	async function onAd(event: EventOf<'ad'>) {
		const { adId } = event;
		const page = await findPage('ads', adId);
		if (!page) return;
		const about = { ...page, event: `ad ${adId}`, seen: { target: 'ads' as const, id: adId } };
		await notifyFollowers(event, { about });
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
		await notifyFollowers(event, { about, count: found.ads });
	}

	async function onPriceDrop(event: EventOf<'price'>) {
		const { adId, priceKobo } = event;
		const page = await findPage('ads', adId);
		if (!page) return;
		const seen = { target: 'ads' as const, id: adId };
		const about = { ...page, event: `price ${adId} ${priceKobo}`, seen, priceKobo };
		const group = `price_drop ${adId}`;
		const notification = { kind: 'price_drop', group, actorId: null, grouping: 'latest', about } as const;
		await notifyAll(event, savedItems.listSavers, adId, notification);
	}

	async function onVideo({ adId, ownerId, state, at }: EventOf<'video'>) {
		const title = (await ads.allTargets(db, [adId])).get(adId)?.title;
		if (title === undefined) return;
		const path = state === 'ready' ? shortAdPath(adId) : '/dashboard/myvideos';
		const about = { title, path, event: `video ${state} ${at}`, state };
		await notifyLatest({ accountId: ownerId, kind: 'video', group: `video ${adId}`, about });
	}

	async function onEnrollment({ enrollmentId, accountId, courseId, state, at }: EventOf<'enrollment'>) {
		const about = { path: '/dashboard', event: `${state} ${at}`, enrollment: { courseId, state } };
		await notifyLatest({ accountId, kind: 'enrollment', group: `enrollment ${enrollmentId}`, about });
	}

	async function onDecision({ decisionId, ownerId, outcome }: EventOf<'decision'>) {
		const about = { path: '/dashboard/decisions', event: `${outcome} ${decisionId}`, outcome };
		await notifyLatest({ accountId: ownerId, kind: 'moderation', group: `moderation ${decisionId}`, about });
	}

	/** Tells the owner of ads and posts that a moderator has to look at first, and of those that everyone can see then. Many share a notification. */
	async function onHeld({ target, targetId, ownerId, outcome, at }: EventOf<'held'>) {
		const ad = target === 'ads' ? (await ads.allTargets(db, [targetId])).get(targetId) : undefined;
		const post = target === 'posts' ? (await posts.allTargets(db, [targetId])).get(targetId) : undefined;
		const page = post ? toPostPage(targetId, post) : ad && { title: ad.title, path: shortAdPath(targetId) };
		if (!page) return;
		const about = { ...page, event: `${outcome} ${target} ${targetId} ${at}`, outcome };
		await notify({ accountId: ownerId, kind: 'moderation', group: outcome, actorId: null, grouping: 'news', about });
	}

	async function onVerification({ verificationId, accountId, outcome }: EventOf<'verification'>) {
		const about = { path: verificationPath, event: `${outcome} ${verificationId}`, verification: outcome };
		await notifyLatest({ accountId, kind: 'verification', group: `verification ${verificationId}`, about });
	}

	async function onNumbers({ accountId, changeId }: EventOf<'numbers'>) {
		const about = { path: '/dashboard/personal-Info', event: `numbers ${changeId}` };
		await notifyLatest({ accountId, kind: 'numbers', group: 'numbers', about });
	}

	async function onBreach({ accountId, noticeId }: EventOf<'breach'>) {
		const about = { path: '/dashboard/security', event: `breach ${noticeId}` };
		await notifyLatest({ accountId, kind: 'breach', group: `breach ${noticeId}`, about });
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
		await notify({ accountId: buyerId, kind: 'purchase', group, actorId: sellerId, grouping: 'latest', about });
	}

	async function onReview({ reviewId, sellerId, buyerId, stars }: EventOf<'review'>) {
		const path = await findReviewPath('review', reviewId, sellerId);
		if (path === null) return;
		const about = { path, event: `review ${reviewId}`, stars };
		await notify({ accountId: sellerId, kind: 'review', group: 'review', actorId: buyerId, grouping: 'news', about });
	}

	async function onReviewReply({ reviewId, sellerId, buyerId }: EventOf<'review_reply'>) {
		const path = await findReviewPath('reply', reviewId, sellerId);
		if (path === null || buyerId === null) return;
		const about = { path, event: `review_reply ${reviewId}` };
		const group = `review_reply ${reviewId}`;
		await notify({ accountId: buyerId, kind: 'review_reply', group, actorId: sellerId, grouping: 'latest', about });
	}

	const handlers: { [What in NotificationEvent['what']]: (event: EventOf<What>) => Promise<void> } = {
		comment: (event) => handleEngagement([event]),
		like: (event) => handleEngagement([event]),
		follow: onFollow,
		ad: onAd,
		import: onImport,
		video: onVideo,
		price: onPriceDrop,
		enrollment: onEnrollment,
		decision: onDecision,
		held: onHeld,
		verification: onVerification,
		numbers: onNumbers,
		breach: onBreach,
		purchase: onPurchase,
		saved_search: (event) => notifyOfMatches(deps, event),
		saved_searches_daily: (event) => notifyOfDailyMatches(deps, event),
		review: onReview,
		review_reply: onReviewReply,
	};
	const handleEvent = (event: NotificationEvent) => handlers[event.what](event as never);

	return { handleEvent, handleEngagement };
}

const toPostPage = (id: number, { title, kind }: { title: string; kind: PostKind }): Page => ({
	title,
	path: postPath({ id, kind, text: title }),
});

function describeComment(event: EventOf<'comment'>, page: Page): NotificationInput[] {
	const { commentId, target, targetId, ownerId, accountId, repliedToId } = event;
	const about = { ...page, event: `comment ${commentId}`, comments: [commentId] };
	const inputs: NotificationInput[] = [];
	if (repliedToId !== null && repliedToId !== accountId) {
		inputs.push({
			accountId: repliedToId,
			kind: 'reply',
			group: `reply ${target} ${targetId}`,
			actorId: accountId,
			grouping: 'news',
			about: { ...about, seen: { target, id: targetId } },
		});
	}
	if (ownerId !== accountId && ownerId !== repliedToId) {
		const group = `comment ${target} ${targetId}`;
		inputs.push({ accountId: ownerId, kind: 'comment', group, actorId: accountId, grouping: 'news', about });
	}
	return inputs;
}

function describeLike(event: EventOf<'like'>, page: Page): NotificationInput {
	const { target, targetId, ownerId, accountId, at } = event;
	return {
		accountId: ownerId,
		kind: 'like',
		group: `like ${target} ${targetId}`,
		actorId: accountId,
		grouping: 'people',
		about: { ...page, event: `like ${accountId} ${at}` },
	};
}
