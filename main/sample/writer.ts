import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContentTarget } from '../../contract/core/target.ts';
import { type AdRow, adKind, pinProducts } from '../../server/ads/index.ts';
import { createContentPolicy } from '../../server/content/index.ts';
import { lockModuleRow, modulesCacheTag, updateModule } from '../../server/courses/index.ts';
import type { Tx } from '../../server/database/index.ts';
import type { FileStore } from '../../server/files/index.ts';
import { insertLikes } from '../../server/likes/index.ts';
import {
	type AttachedMedia,
	type FinishedMedia,
	getStorageKey,
	insertFile,
	listFinishedFiles,
	nameFile,
	type StoredUpload,
	toMediaType,
} from '../../server/media/index.ts';
import { addReview, authorizeReviewedSeller, setReply } from '../../server/reviews/index.ts';
import type { Server } from '../../server/server.ts';
import { insertVerification } from '../../server/verification/index.ts';
import type { SampleSeller } from './sellers.ts';

/** Adds the account of a seller. Nobody can log in to a sample account. `createdAt` is in milliseconds since 1970. */
export function addSampleAccount(tx: Tx, { accounts }: Server, seller: SampleSeller, createdAt: number) {
	const email = `${seller.user_name}@sample.invalid`;
	return accounts.add(tx, {
		user_name: seller.user_name,
		display_name: seller.display_name,
		email,
		email_key: email,
		role: 'user',
		bio: seller.bio,
		place: seller.place,
		phone: seller.whatsapp,
		phone_public: seller.whatsapp === null ? 0 : 1,
		sample: 1,
		is_ranking: 1,
		created_at: createdAt,
	});
}

/** Stores finished files, which are in a local folder, without their `media` row. Does not change the folder. */
export async function storeSampleFile(
	files: FileStore,
	media: FinishedMedia,
	folder: string,
	fileName: string,
): Promise<StoredUpload> {
	const { kind, width, height, duration_ms, picture, renditions, fragmented } = media;
	const file = nameFile(kind, fileName, (renditions ?? picture.sizes).at(-1)?.bytes ?? 0);
	await Promise.all(
		listFinishedFiles(media).map(async ({ name }) => {
			const source = { bytes: await readFile(join(folder, name)) };
			await files.write(getStorageKey(file.public_id, name), source, toMediaType(name));
		}),
	);
	return {
		...file,
		state: 'ready',
		...{ width, height, duration_ms },
		picture: JSON.stringify(picture),
		renditions: renditions && JSON.stringify(renditions),
		fragmented: fragmented && JSON.stringify(fragmented),
	};
}

/** Adds a stored file of an account, attached to content and public. No job processes it. `now` is in milliseconds since 1970. */
export async function addSampleFile(
	tx: Tx,
	accountId: number,
	file: StoredUpload,
	now: number,
): Promise<AttachedMedia> {
	const owner = { accountId, capability: `sample ${file.public_id}`, attached: 'public' } as const;
	const { id, state } = await insertFile(tx, file, owner, now);
	return { id, state };
}

/** Pins products to a video without the events of an edit. */
export async function pinSampleProducts(tx: Tx, video: AdRow, productIds: readonly number[]): Promise<void> {
	const own = createContentPolicy(adKind).owned({ accountId: video.seller_id }, video);
	if (own) await pinProducts(tx, own, productIds);
}

interface SampleReviewText {
	text: string;
	/** Time in milliseconds since 1970. */
	at: number;
}

/** Adds a review of the seller of an ad with its reply. Counts no posting quota and emits no events. */
export async function addSampleReview(
	tx: Tx,
	{ accounts, ads }: Server,
	buyerId: number,
	adId: number,
	{ stars, text, at, reply }: SampleReviewText & { stars: number; reply?: SampleReviewText },
): Promise<void> {
	const ad = await ads.target(tx, adId);
	const review = ad && (await addReview(tx, accounts, { buyer_id: buyerId, stars, text, created_at: at }, ad));
	const received = review && reply && authorizeReviewedSeller({ accountId: ad.ownerId }, review);
	if (!received) return;
	await setReply(tx, received, { reply: reply.text, reply_created_at: reply.at, reply_edited_at: null });
}

/** Adds likes without events, which all count in rankings. Nobody may like an own item. `likes` is at most a few thousand. */
export async function addSampleLikes(
	tx: Tx,
	services: Pick<Server, ContentTarget>,
	target: ContentTarget,
	likes: readonly { targetId: number; accountId: number }[],
): Promise<void> {
	const ranked = likes.map((like) => ({ ...like, own: 0, ranked: 1 }));
	const ids = (await insertLikes(tx, target, ranked, Date.now())).map(({ targetId }) => targetId);
	await services[target].bumpPerId(tx, ids, 'likes', ids);
}

/** Verifies a business, as if an administrator had accepted its documents. */
export async function addSampleBusiness(tx: Tx, { accounts }: Server, accountId: number, name: string): Promise<void> {
	const now = Date.now();
	await insertVerification(tx, {
		account_id: accountId,
		business_name: name,
		document: 'cac_certificate',
		state: 'accepted',
		created_at: now,
		decided_at: now,
	});
	await accounts.trust.setVerifiedBusiness(tx, accountId, name);
}

/** Sets the text of a module of a course. Keeps the module's video. */
export async function setSampleLesson(tx: Tx, courseId: string, module: number, text: string): Promise<void> {
	const before = await lockModuleRow(tx, courseId, module, Date.now());
	await updateModule(tx, before, { text, media_id: before.media_id });
	tx.invalidate(modulesCacheTag(courseId));
}
