import * as adminApiText from '../../text/server/admin-api.ts';
import * as moderationApiText from '../../text/server/moderation-api.ts';
import {
	type AccountService,
	accountLooksAlike,
	accountNumberChanged,
	accountTextsChanged,
} from '../accounts/index.ts';
import { type AdService, adCreatedOrEdited, adVideoProcessingEnded } from '../ads/index.ts';
import { commentCreatedOrEdited } from '../comments/index.ts';
import type { Tx } from '../database/index.ts';
import { computePerceptualHash } from '../media-tools/images/index.ts';
import type { Platform } from '../platform.ts';
import { type PostService, postCreatedOrEdited } from '../posts/index.ts';
import { type ReviewService, reviewCreatedOrEdited, reviewReplied } from '../reviews/index.ts';
import { heldItemChanged } from './events.ts';
import { pictureCheckJob, postPictureCheckJob } from './job-definitions.ts';
import { findPaymentFirstPhrases } from './payment-first.ts';
import {
	hammingDistance,
	maxHammingDistance,
	toNearbyPictureHashKeys,
	toPictureHashKeys,
} from './picture-hash-keys.ts';
import type { RemovedItemService } from './removed-items.ts';
import { type ComparedItem, insertHeldItem } from './removed-items-store.ts';
import * as store from './store.ts';
import type { ReportSubjectService } from './subjects.ts';

export interface DetectionServiceDeps extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'events'> {
	accounts: AccountService;
	ads: AdService;
	reviews: ReviewService;
	subjects: ReportSubjectService;
	removedItems: RemovedItemService;
	posts: PostService;
}

/** Maximum length of a case title that comes from a text, in characters. */
const maxTitleLength = 80;

/** Maximum number of signals about one import. */
const maxImportSignals = 20;

/** A burst is more than `most` reviews of one seller within `period`, by accounts younger than `accountAge` (milliseconds). */
const reviewBurst = { most: 3, period: 86_400_000, accountAge: 7 * 86_400_000 };
/** Number of a seller's newest reviews in which a burst is looked for. */
const burstScanLimit = 50;

/**
 * Checks new and changed ads, posts, comments, reviews and names. Adds signals (automatic reports) for moderators. Hides only ads and posts that have
 * enough in common with removed ones, until a moderator has looked at them.
 */
export function createDetectionService(deps: DetectionServiceDeps) {
	const { db, clock, jobs, events, accounts, ads, posts, reviews, subjects, removedItems } = deps;

	async function addSignal(
		tx: Tx,
		subject: store.CaseSubject,
		signal: store.DetectedSignal & { other_ad_id?: number; decision_id?: number | null },
		import_id: number | null = null,
	): Promise<void> {
		if (await store.hasSignal(tx, subject, signal)) return;
		const now = clock.now();
		const batch = import_id === null ? null : await store.findImportCase(tx, import_id);
		if (batch && batch.target_id !== subject.target_id) {
			// Moderators decide about an import as a whole, so its other ads are named in the case of the first one.
			if (batch.signals >= maxImportSignals) return;
			const note = adminApiText.sameImport(subject.title, signal.note);
			const { case_id, kind, target_id } = batch;
			const other = { reason: signal.reason, note, other_ad_id: subject.target_id };
			await store.insertSignal(tx, { case_id, kind, target_id, import_id, state: 'open', created_at: now, ...other });
			return;
		}
		const { kind, target_id } = subject;
		const case_id = await store.openCase(tx, subject, now);
		await store.insertSignal(tx, { case_id, kind, target_id, import_id, state: 'open', created_at: now, ...signal });
	}

	async function checkText(
		tx: Tx,
		subject: Omit<store.CaseSubject, 'title'>,
		text: string,
		importId: number | null = null,
	): Promise<void> {
		const found = findPaymentFirstPhrases(text);
		if (found.length === 0) return;
		const title = text.trim().slice(0, maxTitleLength).split('\n')[0]?.toWellFormed().trim() ?? '';
		await addSignal(tx, { ...subject, title }, { reason: 'payment_first', note: found.join(', ') }, importId);
	}

	/**
	 * Compares an ad, post or account with what was removed, and holds an ad or post that has enough in common. The author is the subject of signals about
	 * a number or browser alone, so that there is one for all that it posts. `copies` are the removed items with the same pictures. Returns whether it
	 * has anything in common.
	 */
	async function checkRemoved(
		tx: Tx,
		item: ComparedItem,
		text: string,
		copies: ReadonlySet<number> = new Set(),
	): Promise<boolean> {
		const match = await removedItems.find(tx, item, { text, copies });
		if (!match) return false;
		const isAboutItem = match.isHeld || match.parts.some((part) => part === 'text' || part === 'picture');
		const { owner_id } = item;
		const { kind, target_id } = isAboutItem ? item : { kind: 'account' as const, target_id: owner_id };
		const title = (await subjects.findSubjects(tx, kind, [target_id])).get(target_id)?.title ?? '';
		const subject = { kind, target_id, owner_id, title };
		const { parts, itemId, decisionId } = match;
		const signal = {
			reason: 'removed_before' as const,
			note: adminApiText.sameParts(parts),
			removed_item_id: itemId,
			decision_id: decisionId,
		};
		// A moderator who has decided about the same signal has seen the item.
		if (await store.hasSignal(tx, subject, signal)) return true;
		if (match.isHeld && kind !== 'account' && !(await store.isHiddenByDecision(tx, subject))) {
			const isNew = await insertHeldItem(tx, { kind, target_id });
			await subjects.hide(tx, { role: 'admin' }, kind, target_id, moderationApiText.heldForReview);
			const target = kind === 'ad' ? ('ads' as const) : ('posts' as const);
			if (isNew) {
				await events.emit(tx, heldItemChanged, { target, targetId: target_id, ownerId: owner_id, outcome: 'held' });
			}
		}
		await addSignal(tx, subject, signal);
		return true;
	}

	/** Compares the pictures of an ad or post with removed ones, together with its text. */
	async function checkRemovedPictures(item: ComparedItem, files: readonly Buffer[]): Promise<void> {
		const copies = await removedItems.findCopies(files);
		if (copies.size === 0) return;
		await db.transaction(async (tx) => {
			// As in decisions, so that none hides the item between the check for one and the hold.
			await accounts.lock(tx, item.owner_id);
			const text = await removedItems.readText(tx, item);
			if (text !== null) await checkRemoved(tx, item, text, copies);
		});
	}

	// Edits leave the pictures as they are, so these are compared again only together with a text or number that is like a removed one.
	events.on(adCreatedOrEdited, async (tx, { adId, ownerId, title, text, isNew, importId }) => {
		await checkText(tx, { kind: 'ad', target_id: adId, owner_id: ownerId }, `${title}\n${text}`, importId);
		const isLikeRemoved = await checkRemoved(
			tx,
			{ kind: 'ad', target_id: adId, owner_id: ownerId },
			`${title}\n${text}`,
		);
		if (isNew || isLikeRemoved) await jobs.add(tx, pictureCheckJob, { ad_id: adId });
	});
	events.on(adVideoProcessingEnded, async (tx, { adId, state }) => {
		if (state === 'ready') await jobs.add(tx, pictureCheckJob, { ad_id: adId });
	});
	events.on(postCreatedOrEdited, async (tx, { postId, ownerId, text, isNew }) => {
		const post = { kind: 'post' as const, target_id: postId, owner_id: ownerId };
		await checkText(tx, post, text);
		const isLikeRemoved = await checkRemoved(tx, post, text);
		if (isNew || isLikeRemoved) await jobs.add(tx, postPictureCheckJob, { post_id: postId });
	});
	events.on(accountNumberChanged, async (tx, { accountId }) => {
		await checkRemoved(tx, { kind: 'account', target_id: accountId, owner_id: accountId }, '');
	});
	events.on(commentCreatedOrEdited, (tx, { commentId, ownerId, text }) =>
		checkText(tx, { kind: 'comment', target_id: commentId, owner_id: ownerId }, text),
	);

	events.on(accountTextsChanged, (tx, { accountId, name, userName, bio }) =>
		checkText(tx, { kind: 'account', target_id: accountId, owner_id: accountId }, `${name}\n${userName}\n${bio}`),
	);
	events.on(accountLooksAlike, (tx, { accountId, name, otherUserName }) =>
		addSignal(
			tx,
			{ kind: 'account', target_id: accountId, owner_id: accountId, title: name },
			{
				reason: 'look_alike',
				note: otherUserName === null ? adminApiText.claimsMarket : adminApiText.looksLikeAccount(otherUserName),
			},
		),
	);
	events.on(reviewReplied, (tx, { reviewId, sellerId, text }) =>
		checkText(tx, { kind: 'review_reply', target_id: reviewId, owner_id: sellerId }, text),
	);
	events.on(reviewCreatedOrEdited, async (tx, { reviewId, sellerId, buyerId, isNew }) => {
		// Reviews are not searched for demands of payment, because buyers write about them.
		if (!isNew) return;
		const seller = (await accounts.findPeople(tx, [sellerId])).get(sellerId);
		const title = (await reviews.findForReview(tx, 'review', [reviewId])).get(reviewId)?.title;
		if (!seller || title === undefined) return;
		const subject = { kind: 'review' as const, target_id: reviewId, owner_id: buyerId, title };
		const shared = await accounts.findSharedOrigin(tx, buyerId, sellerId);
		if (shared) {
			const note = adminApiText.reviewerSharesOrigin[shared](seller.user_name);
			await addSignal(tx, subject, { reason: 'review_network', note });
		}
		if (await isReviewBurst(tx, sellerId)) {
			const days = reviewBurst.accountAge / 86_400_000;
			const note = adminApiText.manyReviewsByNewAccounts(seller.user_name, reviewBurst.most, days);
			await addSignal(tx, subject, { reason: 'review_burst', note });
		}
	});

	/** Returns whether the newest review of a seller by a new account belongs to a burst. */
	async function isReviewBurst(tx: Tx, sellerId: number): Promise<boolean> {
		const now = clock.now();
		const [newest, ...earlier] = await reviews.listRecentAuthors(
			tx,
			sellerId,
			now - reviewBurst.period,
			burstScanLimit,
		);
		const authors = await accounts.findSummaries(tx, [newest ?? 0, ...earlier]);
		const isNew = (id: number | undefined) => {
			const author = authors.get(id ?? 0);
			return author !== undefined && now - author.createdAt < reviewBurst.accountAge;
		};
		return isNew(newest) && earlier.filter(isNew).length >= reviewBurst.most;
	}

	/** Returns the oldest ad of another seller with a similar picture. */
	async function findSimilarPicture(
		hash: string,
		ownerId: number,
	): Promise<{ ad_id: number; owner_id: number } | null> {
		const candidates = await store.findPicturesByHashKeys(db, toNearbyPictureHashKeys(hash), ownerId);
		const similar = candidates.filter((picture) => hammingDistance(picture.hash, hash) <= maxHammingDistance);
		return similar.sort((a, b) => a.ad_id - b.ad_id)[0] ?? null;
	}

	return {
		/** Stores the hashes of an ad's pictures. Adds a signal if another seller has a similar picture. */
		async checkPictures(adId: number): Promise<void> {
			const ad = await ads.findOrigin(db, adId);
			const pictures = await ads.readSmallPictures(db, adId);
			if (!ad || pictures.length === 0) return;
			await checkRemovedPictures({ kind: 'ad', target_id: adId, owner_id: ad.ownerId }, pictures);
			const hashes = new Set<string>();
			for (const bytes of pictures) {
				const hash = await computePerceptualHash(bytes);
				if (hash) hashes.add(hash);
			}
			let similar: Awaited<ReturnType<typeof findSimilarPicture>> = null;
			for (const hash of hashes) similar ??= await findSimilarPicture(hash, ad.ownerId);
			const other = similar && (await accounts.findPeople(db, [similar.owner_id])).get(similar.owner_id);
			await db.transaction(async (tx) => {
				const reviewItem = (await ads.findForReview(tx, [adId])).get(adId);
				if (!reviewItem) return;
				await store.replacePictureHashes(
					tx,
					adId,
					[...hashes].flatMap((hash) =>
						toPictureHashKeys(hash).map((key) => ({ key, hash, ad_id: adId, owner_id: ad.ownerId })),
					),
				);
				if (!similar || !other) return;
				const subject = { kind: 'ad' as const, target_id: adId, owner_id: ad.ownerId, title: reviewItem.title };
				const note = adminApiText.pictureOfAnother(other.user_name);
				const signal = { reason: 'duplicate_picture' as const, note, other_ad_id: similar.ad_id };
				await addSignal(tx, subject, signal, ad.importId);
			});
		},

		/** Compares the pictures of a post with those of removed items. */
		async checkPostPictures(postId: number): Promise<void> {
			const post = (await subjects.findSubjects(db, 'post', [postId])).get(postId);
			if (!post) return;
			const item = { kind: 'post' as const, target_id: postId, owner_id: post.ownerId };
			await checkRemovedPictures(item, await posts.readSmallPictures(db, postId));
		},
	};
}
