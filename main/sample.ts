import { copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isUniqueViolation, type Tx } from '../server/platform/database/index.ts';
import type { Server } from '../server/server.ts';
import { type SampleAd, sampleAds } from './sample/ads.ts';
import { sampleComments } from './sample/comments.ts';
import { sampleFollows } from './sample/follows.ts';
import { sampleLessons } from './sample/lessons.ts';
import { samplePosts } from './sample/posts.ts';
import { sampleReviews } from './sample/reviews.ts';
import { getSamplePictureFile, getSampleVideoFile } from './sample/scenes.ts';
import { type SampleSellerName, sampleSellers } from './sample/sellers.ts';

const folder = join(import.meta.dirname, 'sample');
const hour = 3_600_000;

type PreparedFile = Awaited<ReturnType<Server['media']['prepareSample']>>;

/** Database ids of the added rows, by slug or user name. */
interface AddedIds {
	sellers: ReadonlyMap<string, number>;
	ads: ReadonlyMap<string, number>;
	posts: ReadonlyMap<string, number>;
}

/** Adds the sample sellers, ads, posts and lessons in one transaction, through the module services. */
export async function addSampleContent(server: Server): Promise<void> {
	console.log('  Filling the market with sample content (SAMPLE_CONTENT=off leaves it out) ...');
	const ads = await prepareFiles(server, oldestFirst(sampleAds), (ad) => ad.format, fileNames);
	const posts = await prepareFiles(
		server,
		oldestFirst(samplePosts),
		() => 'image',
		(post) => (post.pictures ?? []).map(([slug, index]) => getSamplePictureFile(slug, index)),
	);
	const lessons = await Promise.all(
		sampleLessons.map(async (lesson) => ({ ...lesson, text: (await readFile(lesson.file, 'utf8')).trim() })),
	);
	const now = Date.now();
	const at = (item: { hours_ago: number }) => Math.round(now - item.hours_ago * hour);
	const transaction = server.db.transaction(async (tx) => {
		const sellers = await addSellers(server, tx);
		const attach = async (sellerId: number, files: readonly PreparedFile[]) => {
			const attached = [];
			for (const file of files) attached.push(await server.media.addSample(tx, sellerId, file));
			return attached;
		};
		const ids = { sellers, ads: new Map<string, number>(), posts: new Map<string, number>() };
		for (const { item: ad, files } of ads) {
			const sellerId = getId(sellers, ad.seller);
			const form = {
				title: ad.title,
				category: ad.category,
				description: ad.description,
				price_kobo: ad.price_naira === null ? null : ad.price_naira * 100,
				negotiable: ad.negotiable ?? false,
				condition: ad.condition ?? null,
				delivery: ad.delivery ?? [],
				location: ad.location,
				place: ad.place,
				whatsapp: getSampleNumber(ad.seller),
			};
			const when = { at: at(ad), boost: ad.popularity };
			const { id } = await server.ads.postSample(tx, sellerId, form, ad.format, await attach(sellerId, files), when);
			ids.ads.set(ad.slug, id);
		}
		for (const { item: post, files } of posts) {
			const authorId = getId(sellers, post.author);
			const when = { at: at(post), boost: post.popularity };
			const { id } = await server.posts.postSample(tx, authorId, post, await attach(authorId, files), when);
			ids.posts.set(post.slug, id);
		}
		await addInteractions(server, tx, ids, at);
		for (const { course, module, text } of lessons) await server.courses.addSample(tx, course, module, text);
	});
	try {
		await transaction;
		server.logger.info({ sellers: sampleSellers.length, ads: ads.length, posts: posts.length }, 'sample content added');
	} catch (error) {
		// Another process has added the sample content at the same time. The media sweep removes the files that this process stored.
		if (!isUniqueViolation(error, 'accounts.user_name')) throw error;
	}
}

async function addSellers({ accounts }: Server, tx: Tx): Promise<Map<string, number>> {
	const sellers = new Map<string, number>();
	for (const seller of sampleSellers) {
		const account = await accounts.addSample(tx, {
			userName: seller.user_name,
			displayName: seller.display_name,
			bio: seller.bio,
			place: seller.place,
			phone: seller.whatsapp,
		});
		sellers.set(seller.user_name, account.id);
	}
	return sellers;
}

async function addInteractions(
	{ follows, likes, comments, reviews }: Server,
	tx: Tx,
	{ sellers, ...items }: AddedIds,
	at: (item: { hours_ago: number }) => number,
): Promise<void> {
	for (const [follower, followed] of Object.entries(sampleFollows)) {
		for (const name of followed) await follows.addSample(tx, getId(sellers, follower), getId(sellers, name));
	}
	for (const { by, on, text, replies = [], ...when } of oldestFirst(sampleComments)) {
		const [target, slug] = on;
		const targetId = getId(items[target], slug);
		const { id } = await comments.postSample(tx, getId(sellers, by), target, targetId, { text }, at(when));
		for (const reply of replies) {
			const form = { text: reply.text, parent_id: id };
			await comments.postSample(tx, getId(sellers, reply.by), target, targetId, form, at(reply));
		}
	}
	for (const { by, about, stars, text, reply, ...when } of oldestFirst(sampleReviews)) {
		const review = { stars, text, at: at(when), ...(reply && { reply: { text: reply.text, at: at(reply) } }) };
		await reviews.addSample(tx, getId(sellers, by), getId(items.ads, about), review);
	}
	const liked = { ads: sampleAds, posts: samplePosts };
	for (const target of ['ads', 'posts'] as const) {
		for (const item of liked[target]) {
			for (const name of chooseLikers(item)) {
				await likes.likeSample(tx, getId(sellers, name), target, getId(items[target], item.slug));
			}
		}
	}
}

/** Chooses the users who like a sample item. A more popular item gets more likes. The choice is deterministic. */
function chooseLikers(
	item: { slug: string; popularity: number } & ({ seller: string } | { author: string }),
): string[] {
	const owner = 'seller' in item ? item.seller : item.author;
	const others = sampleSellers.map((seller) => seller.user_name).filter((name) => name !== owner);
	const start = [...item.slug].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
	const count = Math.round((item.popularity / 100) * 12);
	// Steps of 7 through the 17 other sellers reach no seller twice, because 7 and 17 have no common divisor.
	return Array.from({ length: count }, (_, index) => others[(start + index * 7) % others.length] ?? owner);
}

function getSampleNumber(name: SampleSellerName): string | null {
	return sampleSellers.find((seller) => seller.user_name === name)?.whatsapp ?? null;
}

function getId(ids: ReadonlyMap<string, number>, name: string): number {
	const id = ids.get(name);
	if (id === undefined) throw new Error(`The sample content has no ${name}`);
	return id;
}

/** Sorts sample items by age, so that newer items get higher ids. */
function oldestFirst<Item extends { hours_ago: number }>(items: readonly Item[]): Item[] {
	return [...items].sort((a, b) => b.hours_ago - a.hours_ago);
}

async function prepareFiles<Item>(
	{ config, media }: Server,
	items: readonly Item[],
	getKind: (item: Item) => 'image' | 'video',
	getFileNames: (item: Item) => readonly string[],
): Promise<{ item: Item; files: PreparedFile[] }[]> {
	const workFolder = await mkdtemp(join(config.dataDir, 'staging', 'sample-'));
	const prepared = [];
	try {
		for (const item of items) {
			const files = [];
			for (const name of getFileNames(item)) {
				// The media service may move a file that it stores, so it gets a copy.
				const path = join(workFolder, basename(name));
				await copyFile(join(folder, name), path);
				const { size: bytes } = await stat(path);
				files.push(await media.prepareSample(getKind(item), { path, bytes, fileName: basename(name) }));
			}
			prepared.push({ item, files });
		}
	} finally {
		await rm(workFolder, { recursive: true, force: true });
	}
	return prepared;
}

function fileNames(ad: SampleAd): string[] {
	if (ad.format === 'video') return [getSampleVideoFile(ad.slug)];
	return ad.pictures.map((_, index) => getSamplePictureFile(ad.slug, index));
}
