import { basename, join } from 'node:path';
import { type AdRow, addAd } from '../server/ads/index.ts';
import { addComment } from '../server/comments/index.ts';
import { isUniqueViolation, type Tx } from '../server/database/index.ts';
import { addFollows } from '../server/follows/index.ts';
import type { StoredUpload } from '../server/media/index.ts';
import { addPost } from '../server/posts/index.ts';
import type { Server } from '../server/server.ts';
import { type SampleAd, sampleAds } from './sample/ads.ts';
import { sampleComments } from './sample/comments.ts';
import {
	getSampleAvatarName,
	getSamplePictureName,
	listSampleFileNames,
	readSampleFilesList,
	sampleFilesFolder,
} from './sample/files.ts';
import { sampleFollows } from './sample/follows.ts';
import { readSampleLessons } from './sample/lessons.ts';
import { samplePosts } from './sample/posts.ts';
import { sampleReviews } from './sample/reviews.ts';
import { sampleSellers } from './sample/sellers.ts';
import {
	addSampleAccount,
	addSampleBusiness,
	addSampleFile,
	addSampleLikes,
	addSampleReview,
	pinSampleProducts,
	setSampleLesson,
	storeSampleFile,
} from './sample/writer.ts';

const hour = 3_600_000;

/** Files that are stored at once. Most of the time of a write is the wait for the disk or the bucket. */
const concurrentFiles = 24;

/** Database ids of the added rows, by slug or user name. */
interface AddedIds {
	sellers: ReadonlyMap<string, number>;
	ads: ReadonlyMap<string, number>;
	posts: ReadonlyMap<string, number>;
}

interface SampleItem {
	hours_ago: number;
}

/**
 * Adds the sample sellers, ads, posts and lessons through the module services. The rows are added in one transaction, so that a crash leaves
 * an empty market, which the next start fills, and so that of two processes only one fills it.
 */
export async function addSampleContent(server: Server): Promise<void> {
	const start = performance.now();
	const [lessons, take] = await Promise.all([readSampleLessons(), storeFiles(server)]);
	const now = Date.now();
	const at = (item: SampleItem) => Math.round(now - item.hours_ago * hour);
	const transaction = server.db.transaction(async (tx) => {
		const sellers = await addSellers(server, tx, take, at);
		const ads = await addAds(tx, sellers, take, at);
		const posts = await addPosts(tx, sellers, take, at);
		await addInteractions(server, tx, { sellers, ads, posts }, at);
		for (const { course, module, text } of lessons) await setSampleLesson(tx, course, module, text);
	});
	try {
		await transaction;
	} catch (error) {
		// Another process has added the sample content at the same time. The media sweep removes the files that this process stored.
		if (!isUniqueViolation(error, 'accounts.user_name', 'accounts.email_key')) throw error;
		return;
	}
	// The schedule has chosen the products on the market's cards before there were any.
	await server.feed.marketCards.refresh();
	const counts = { sellers: sampleSellers.length, ads: sampleAds.length, posts: samplePosts.length };
	server.logger.info({ ...counts, ms: Math.round(performance.now() - start) }, 'sample content added');
}

/** Returns a stored file of the given name. A file belongs to one ad, post or account, so each call takes another copy. */
type TakeFile = (name: string) => StoredUpload;

/** Stores the finished files of all accounts, ads and posts. */
async function storeFiles({ files }: Server): Promise<TakeFile> {
	const list = await readSampleFilesList();
	const needed = [
		...sampleSellers.map((seller) => getSampleAvatarName(seller.user_name)),
		...sampleAds.flatMap(listSampleFileNames),
		...samplePosts.flatMap((post) => (post.pictures ?? []).map(([slug, index]) => getSamplePictureName(slug, index))),
	];
	const stored = new Map<string, StoredUpload[]>();
	const waiting = needed.values();
	const workers = Array.from({ length: concurrentFiles }, async () => {
		for (const name of waiting) {
			const finished = list[name];
			if (!finished) throw new Error(`The sample content has no ${name}`);
			const file = await storeSampleFile(files, finished, join(sampleFilesFolder, name), basename(name));
			stored.set(name, [...(stored.get(name) ?? []), file]);
		}
	});
	await Promise.all(workers);
	return (name) => {
		const file = stored.get(name)?.pop();
		if (!file) throw new Error(`No ${name} is stored`);
		return file;
	};
}

async function addSellers(
	server: Server,
	tx: Tx,
	take: TakeFile,
	at: (item: SampleItem) => number,
): Promise<Map<string, number>> {
	const { accounts, media } = server;
	const sellers = new Map<string, number>();
	for (const seller of sampleSellers) {
		const { id } = await addSampleAccount(tx, server, seller, at({ hours_ago: seller.joined_days_ago * 24 }));
		sellers.set(seller.user_name, id);
		const avatar = await addSampleFile(tx, id, take(getSampleAvatarName(seller.user_name)), Date.now());
		await media.avatars.setAttached(tx, id, avatar);
		if (seller.phone_verified) await accounts.trust.setPhoneVerified(tx, id, seller.whatsapp);
		if (seller.business) await addSampleBusiness(tx, server, id, seller.business);
	}
	return sellers;
}

async function addAds(
	tx: Tx,
	sellers: ReadonlyMap<string, number>,
	take: TakeFile,
	at: (item: SampleItem) => number,
): Promise<Map<string, number>> {
	const added = new Map<string, AdRow>();
	const ids = new Map<string, number>();
	for (const ad of oldestFirst(sampleAds)) {
		const sellerId = getId(sellers, ad.seller);
		const files = [];
		for (const name of listSampleFileNames(ad)) files.push(await addSampleFile(tx, sellerId, take(name), Date.now()));
		const { sold_hours_ago: soldAgo } = ad;
		const soldAt = soldAgo === undefined ? null : at({ hours_ago: soldAgo });
		const options = { at: at(ad), soldAt, boost: ad.popularity };
		const row = await addAd(tx, sellerId, toAdForm(ad), ad.format, files, options);
		added.set(ad.slug, row);
		ids.set(ad.slug, row.id);
	}
	for (const { slug, products } of sampleAds) {
		const video = added.get(slug);
		if (!products || !video) continue;
		const productIds = products.map((product) => getId(ids, product));
		await pinSampleProducts(tx, video, productIds);
	}
	return ids;
}

function toAdForm(ad: SampleAd) {
	return {
		title: ad.title,
		category: ad.category,
		description: ad.description,
		price_kobo: ad.price_naira === null ? null : ad.price_naira * 100,
		negotiable: ad.negotiable ?? false,
		condition: ad.condition ?? null,
		delivery: ad.delivery ?? [],
		location: ad.location,
		place: ad.place,
		whatsapp: sampleSellers.find((seller) => seller.user_name === ad.seller)?.whatsapp ?? null,
	};
}

async function addPosts(
	tx: Tx,
	sellers: ReadonlyMap<string, number>,
	take: TakeFile,
	at: (item: SampleItem) => number,
): Promise<Map<string, number>> {
	const ids = new Map<string, number>();
	for (const post of oldestFirst(samplePosts)) {
		const authorId = getId(sellers, post.author);
		const files = [];
		for (const [slug, index] of post.pictures ?? []) {
			files.push(await addSampleFile(tx, authorId, take(getSamplePictureName(slug, index)), Date.now()));
		}
		const { id } = await addPost(tx, authorId, post, files, { at: at(post), boost: post.popularity });
		ids.set(post.slug, id);
	}
	return ids;
}

async function addInteractions(
	server: Server,
	tx: Tx,
	{ sellers, ...items }: AddedIds,
	at: (item: SampleItem) => number,
): Promise<void> {
	const { accounts, comments } = server;
	for (const [follower, followed] of Object.entries(sampleFollows)) {
		const followedIds = followed.map((name) => getId(sellers, name));
		await addFollows(tx, accounts, getId(sellers, follower), followedIds, Date.now());
	}
	for (const { by, on, text, replies = [], ...when } of oldestFirst(sampleComments)) {
		const [target, slug] = on;
		const targetId = getId(items[target], slug);
		const comment = { accountId: getId(sellers, by), target, targetId, form: { text } };
		const { id: parent_id } = (await addComment(tx, server, comment, at(when))).comment;
		for (const reply of replies) {
			const form = { text: reply.text, parent_id };
			await addComment(tx, server, { accountId: getId(sellers, reply.by), target, targetId, form }, at(reply));
		}
	}
	const answering = new Set(sampleComments.flatMap(({ replies = [] }) => replies.map((reply) => reply.by)));
	for (const name of answering) await comments.refreshResponseTime(tx, getId(sellers, name));
	for (const { by, about, stars, text, reply, ...when } of oldestFirst(sampleReviews)) {
		const review = { stars, text, at: at(when), ...(reply && { reply: { text: reply.text, at: at(reply) } }) };
		await addSampleReview(tx, server, getId(sellers, by), getId(items.ads, about), review);
	}
	const toLikes = (item: Parameters<typeof chooseLikers>[0], targetId: number) =>
		chooseLikers(item).map((name) => ({ targetId, accountId: getId(sellers, name) }));
	const likedAds = sampleAds.flatMap((ad) => toLikes(ad, getId(items.ads, ad.slug)));
	const likedPosts = samplePosts.flatMap((post) => toLikes(post, getId(items.posts, post.slug)));
	await addSampleLikes(tx, server, 'ads', likedAds);
	await addSampleLikes(tx, server, 'posts', likedPosts);
}

/** Chooses the users who like a sample item. A more popular item gets more likes. The choice is deterministic. */
function chooseLikers(
	item: { slug: string; popularity: number } & ({ seller: string } | { author: string }),
): string[] {
	const owner = 'seller' in item ? item.seller : item.author;
	const others = sampleSellers.map((seller) => seller.user_name).filter((name) => name !== owner);
	const start = [...item.slug].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
	const count = Math.round((item.popularity / 100) * 14);
	// Steps of 7 through the 29 other sellers reach no seller twice, because 7 and 29 have no common divisor.
	return Array.from({ length: count }, (_, index) => others[(start + index * 7) % others.length] ?? owner);
}

function getId(ids: ReadonlyMap<string, number>, name: string): number {
	const id = ids.get(name);
	if (id === undefined) throw new Error(`The sample content has no ${name}`);
	return id;
}

/** Sorts sample items by age, so that newer items get higher ids. */
function oldestFirst<Item extends SampleItem>(items: readonly Item[]): Item[] {
	return items.toSorted((a, b) => b.hours_ago - a.hours_ago);
}
