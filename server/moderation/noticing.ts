import type { FlagReason } from '../../contract/moderation.ts';
import * as adminApiText from '../../contract/text/admin-api.ts';
import type { Accounts } from '../accounts/index.ts';
import { type Ads, adWritten } from '../ads/index.ts';
import { commentWritten } from '../comments/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import type { Events } from '../platform/events.ts';
import { differenceHash } from '../platform/images/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import { postWritten } from '../posts/index.ts';
import { lookJob } from './job-definitions.ts';
import { paymentFirstWords } from './payment-first.ts';
import { distance, keysNear, keysOf, mostApart } from './picture-keys.ts';
import * as store from './store.ts';

export interface NoticingParts {
	db: Database;
	clock: Clock;
	jobs: Jobs;
	events: Events;
	accounts: Accounts;
	ads: Ads;
	/** Reads a picture of ours by its address; null where there is none. */
	pictureAt: (address: string) => Promise<Buffer | null>;
}

/** Letters of a title made of text. */
const titleLength = 80;

/** What a machine notices, for a person to look at. It hides nothing. */
export function createNoticing(parts: NoticingParts) {
	const { db, clock, jobs, events, accounts, ads, pictureAt } = parts;

	async function flag(
		tx: Tx,
		subject: store.Subject,
		noticed: { reason: FlagReason; note: string; other_ad_id?: number },
	): Promise<void> {
		if (await store.hasFlag(tx, subject, noticed)) return;
		const now = clock.now();
		const { kind, target_id } = subject;
		const case_id = await store.openCase(tx, subject, now);
		await store.insertFlag(tx, { case_id, kind, target_id, state: 'open', created_at: now, ...noticed });
	}

	async function lookAtWords(tx: Tx, subject: Omit<store.Subject, 'title'>, text: string): Promise<void> {
		const found = paymentFirstWords(text);
		if (found.length === 0) return;
		const title = text.trim().slice(0, titleLength).split('\n')[0]?.toWellFormed().trim() ?? '';
		await flag(tx, { ...subject, title }, { reason: 'payment_first', note: found.join(', ') });
	}

	events.on(adWritten, async (tx, { adId, ownerId, title, description, isNew }) => {
		await lookAtWords(tx, { kind: 'ad', target_id: adId, owner_id: ownerId }, `${title}\n${description}`);
		if (isNew) await jobs.add(tx, lookJob, { ad_id: adId });
	});
	events.on(postWritten, (tx, { postId, ownerId, text }) =>
		lookAtWords(tx, { kind: 'post', target_id: postId, owner_id: ownerId }, text),
	);
	events.on(commentWritten, (tx, { commentId, ownerId, text }) =>
		lookAtWords(tx, { kind: 'comment', target_id: commentId, owner_id: ownerId }, text),
	);

	/** Of another seller's pictures that look like this one, the ad that was there first. */
	async function likeOf(hash: string, ownerId: number): Promise<{ ad_id: number; owner_id: number } | null> {
		const near = await store.picturesNear(db, keysNear(hash), ownerId);
		const alike = near.filter((one) => distance(one.hash, hash) <= mostApart);
		return alike.sort((a, b) => a.ad_id - b.ad_id)[0] ?? null;
	}

	return {
		/** Remembers what an ad's pictures look like, and flags it where another seller's look the same. */
		async lookAt(adId: number): Promise<void> {
			const ad = await ads.smallPicturesOf(db, adId);
			if (!ad || ad.pictures.length === 0) return;
			const hashes = new Set<string>();
			for (const address of ad.pictures) {
				const bytes = await pictureAt(address);
				const hash = bytes && (await differenceHash(bytes));
				if (hash) hashes.add(hash);
			}
			let like: Awaited<ReturnType<typeof likeOf>> = null;
			for (const hash of hashes) like ??= await likeOf(hash, ad.ownerId);
			const other = like && (await accounts.findPeople(db, [like.owner_id])).get(like.owner_id);
			await db.transaction(async (tx) => {
				const seen = (await ads.findForReview(tx, [adId])).get(adId);
				if (!seen) return;
				await store.replacePictures(
					tx,
					adId,
					[...hashes].flatMap((hash) => keysOf(hash).map((key) => ({ key, hash, ad_id: adId, owner_id: ad.ownerId }))),
				);
				if (!like || !other) return;
				const subject = { kind: 'ad' as const, target_id: adId, owner_id: ad.ownerId, title: seen.title };
				const note = adminApiText.pictureOfAnother(other.user_name);
				await flag(tx, subject, { reason: 'duplicate_picture', note, other_ad_id: like.ad_id });
			});
		},
	};
}
