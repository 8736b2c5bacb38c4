import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { conditions, hasItemOptions } from '../../contract/ads/ad-options.ts';
import { newAdSchema } from '../../contract/ads/ads.ts';
import * as commentLimits from '../../contract/comments/limits.ts';
import { createTextSchema, userNameSchema } from '../../contract/core/fields.ts';
import * as limits from '../../contract/core/limits.ts';
import { findCourse } from '../../contract/courses/course-catalogue.ts';
import * as courseLimits from '../../contract/courses/limits.ts';
import { categories } from '../../contract/market-settings/categories.ts';
import { newPostSchema } from '../../contract/posts/posts.ts';
import { createReview, replyToReview } from '../../contract/reviews/reviews.ts';
import { requestBusinessVerification } from '../../contract/verification/verification.ts';
import { listFinishedFiles } from '../../server/media/index.ts';
import { listTargetWidths } from '../../server/media-tools/images/make-picture.ts';
import { sampleAds } from './ads.ts';
import { sampleComments } from './comments.ts';
import {
	getSampleAvatarName,
	getSamplePictureName,
	listSampleFileNames,
	readSampleFilesList,
	sampleFilesFolder,
} from './files.ts';
import { sampleFollows } from './follows.ts';
import { sampleLessons } from './lessons.ts';
import { samplePosts } from './posts.ts';
import { sampleReviews } from './reviews.ts';
import { sampleSellers } from './sellers.ts';

const fields = newAdSchema.omit({ pictures: true });
const pictureAds = sampleAds.filter((ad) => ad.format === 'image');
const videoAds = sampleAds.filter((ad) => ad.format === 'video');
const pictures = pictureAds.flatMap(listSampleFileNames);
const films = videoAds.flatMap(listSampleFileNames);
const avatars = sampleSellers.map((seller) => getSampleAvatarName(seller.user_name));
const list = await readSampleFilesList();

describe('sellers', () => {
	test('are at least 24, with unique names', () => {
		expect(sampleSellers.length).toBeGreaterThanOrEqual(24);
		for (const key of ['user_name', 'display_name'] as const) {
			expect(new Set(sampleSellers.map((seller) => seller[key])).size).toBe(sampleSellers.length);
		}
		expect(new Set(sampleSellers.map((seller) => seller.whatsapp)).size).toBe(sampleSellers.length);
	});

	test('are partly verified', () => {
		expect(sampleSellers.filter((seller) => seller.phone_verified).length).toBeGreaterThanOrEqual(8);
		expect(sampleSellers.filter((seller) => !seller.phone_verified).length).toBeGreaterThanOrEqual(8);
		const businesses = sampleSellers.flatMap((seller) => seller.business ?? []);
		expect(businesses.length).toBeGreaterThanOrEqual(5);
		for (const name of businesses) expect(requestBusinessVerification.body.shape.business_name.parse(name)).toBe(name);
	});

	test.each(sampleSellers)('$user_name satisfies the contract and has ads', (seller) => {
		expect(userNameSchema.parse(seller.user_name)).toBe(seller.user_name);
		expect(createTextSchema(limits.displayName).parse(seller.display_name)).toBe(seller.display_name);
		expect(createTextSchema(limits.place).parse(seller.place)).toBe(seller.place);
		expect(seller.whatsapp).toMatch(/^2348000000\d{3}$/);
		expect(seller.bio.length).toBeGreaterThan(30);
		expect(seller.bio.length).toBeLessThanOrEqual(160);
		const ads = sampleAds.filter((ad) => ad.seller === seller.user_name);
		expect(ads.some((ad) => ad.sold_hours_ago === undefined)).toBe(true);
		expect(seller.joined_days_ago * 24).toBeGreaterThan(Math.max(...ads.map((ad) => ad.hours_ago)));
	});
});

describe('ads', () => {
	test('include at least 60 with pictures and 6 with a video, in at least 26 categories', () => {
		expect(pictureAds.length).toBeGreaterThanOrEqual(60);
		expect(videoAds).toHaveLength(6);
		expect(new Set(sampleAds.map((ad) => ad.category)).size).toBeGreaterThanOrEqual(26);
		expect(categories).toEqual(expect.arrayContaining(sampleAds.map((ad) => ad.category)));
		expect(new Set(sampleAds.map((ad) => ad.slug)).size).toBe(sampleAds.length);
		expect(new Set(sampleAds.map((ad) => ad.title)).size).toBe(sampleAds.length);
	});

	test.each(sampleAds)('$slug passes the contract unchanged', (ad) => {
		const { title, category, description, place, price_naira, condition, delivery, location } = ad;
		const price_kobo = price_naira === null ? null : price_naira * 100;
		const sent = { title, category, description, place, price_kobo, condition, delivery, location };
		const read = fields.parse(sent);
		expect(read).toMatchObject(sent);
		expect(description.split('\n').length).toBeGreaterThanOrEqual(2);
		expect(description.split('\n').length).toBeLessThanOrEqual(6);
	});

	test.each(sampleAds)('$slug has a plausible price, time, popularity and media', (ad) => {
		if (ad.price_naira !== null) {
			expect(ad.price_naira % 100).toBe(0);
			expect(ad.price_naira).toBeGreaterThanOrEqual(3_000);
			expect(ad.price_naira).toBeLessThanOrEqual(ad.category === 'Real Estate' ? 300_000_000 : 60_000_000);
		}
		expect(ad.hours_ago).toBeGreaterThan(0);
		expect(ad.hours_ago).toBeLessThanOrEqual(24 * 21);
		expect(ad.popularity).toBeGreaterThanOrEqual(0);
		expect(ad.popularity).toBeLessThanOrEqual(100);
		expect(ad.pictures).toBeGreaterThanOrEqual(ad.format === 'image' ? 1 : 0);
		expect(ad.pictures).toBeLessThanOrEqual(ad.format === 'image' ? 4 : 0);
		if (ad.sold_hours_ago !== undefined) expect(ad.sold_hours_ago).toBeLessThan(ad.hours_ago);
	});

	test('of a category come from several sellers, and two sellers or more have one for sale', () => {
		for (const [category, ads] of Map.groupBy(sampleAds, (ad) => ad.category)) {
			const forSale = ads.filter((ad) => ad.sold_hours_ago === undefined);
			expect(new Set(forSale.map((ad) => ad.seller)).size, category).toBeGreaterThanOrEqual(2);
		}
	});

	test('are sold in a few cases', () => {
		const sold = sampleAds.filter((ad) => ad.sold_hours_ago !== undefined);
		expect(sold.length).toBeGreaterThanOrEqual(4);
		expect(sold.length).toBeLessThanOrEqual(8);
	});

	test('have a condition and delivery unless they are for property, and services have no condition', () => {
		const items = sampleAds.filter((ad) => hasItemOptions(ad.category));
		expect(items.filter((ad) => (ad.delivery ?? []).length === 0)).toEqual([]);
		expect(items.filter((ad) => ad.condition === undefined).map(({ slug }) => slug)).toEqual([
			...['sound-hire', 'home-service', 'restaurant-cng', 'mumag-service'],
		]);
		expect(new Set(sampleAds.map(({ condition }) => condition))).toEqual(new Set([undefined, ...conditions]));
		const property = sampleAds.filter((ad) => !hasItemOptions(ad.category));
		expect(property.filter(({ condition, delivery }) => condition || delivery)).toEqual([]);
		expect(new Set(sampleAds.map(({ location }) => location.state)).size).toBeGreaterThanOrEqual(12);
		expect(sampleAds.filter(({ negotiable }) => negotiable).length).toBeGreaterThanOrEqual(10);
	});

	test('are all posted in different hours', () => {
		expect(new Set(sampleAds.map((ad) => ad.hours_ago)).size).toBe(sampleAds.length);
	});
});

describe('comments', () => {
	const items = { ads: sampleAds, posts: samplePosts };
	const texts = sampleComments.flatMap((comment) => [comment, ...(comment.replies ?? [])]);

	test('are at least 60 with replies, unique, and by sample sellers', () => {
		expect(texts.length).toBeGreaterThanOrEqual(60);
		expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
		for (const { by } of texts) expect(sampleSellers.map((seller) => seller.user_name)).toContain(by);
	});

	test.each(sampleComments)('$by on $on passes the contract unchanged and is newer than its target', (comment) => {
		const [target, slug] = comment.on;
		let before = items[target].find((item) => item.slug === slug)?.hours_ago ?? 0;
		for (const entry of [comment, ...(comment.replies ?? [])]) {
			expect(createTextSchema(commentLimits.comment).parse(entry.text)).toBe(entry.text);
			expect(entry.hours_ago).toBeLessThan(before);
			before = entry.hours_ago;
		}
		expect(before).toBeGreaterThan(0);
	});
});

describe('reviews', () => {
	const sellerOf = (slug: string) => sampleAds.find((ad) => ad.slug === slug)?.seller;

	test('are about most sellers, with replies and not all praise', () => {
		expect(new Set(sampleReviews.map(({ about }) => sellerOf(about))).size).toBeGreaterThanOrEqual(14);
		expect(new Set(sampleReviews.map(({ text }) => text)).size).toBe(sampleReviews.length);
		expect(sampleReviews.filter(({ reply }) => reply).length).toBeGreaterThanOrEqual(10);
		expect(sampleReviews.some(({ stars }) => stars < 4)).toBe(true);
	});

	test.each(sampleReviews)('by $by about $about passes the contract unchanged and is newer than the ad', (review) => {
		const { by, about, stars, text, hours_ago, reply } = review;
		const ad = sampleAds.find(({ slug }) => slug === about);
		expect(ad?.seller).not.toBe(by);
		expect(createReview.body.parse({ stars, text })).toEqual({ stars, text });
		expect(hours_ago).toBeLessThan(ad?.hours_ago ?? 0);
		if (!reply) return;
		expect(replyToReview.body.parse({ text: reply.text })).toEqual({ text: reply.text });
		expect(reply.hours_ago).toBeLessThan(hours_ago);
	});

	test('are at most one per buyer and ad', () => {
		const pairs = sampleReviews.map(({ by, about }) => `${by} ${about}`);
		expect(new Set(pairs).size).toBe(pairs.length);
	});
});

describe('posts', () => {
	test('include at least 30 tweets, 12 talks and 6 pictures, from every seller', () => {
		const count = (kind: string) => samplePosts.filter((post) => post.kind === kind).length;
		expect(count('tweet')).toBeGreaterThanOrEqual(30);
		expect(count('talk')).toBeGreaterThanOrEqual(12);
		expect(count('picture')).toBeGreaterThanOrEqual(6);
		expect(new Set(samplePosts.map((post) => post.author)).size).toBe(sampleSellers.length);
		expect(new Set(samplePosts.map((post) => post.slug)).size).toBe(samplePosts.length);
		expect(new Set(samplePosts.map((post) => post.hours_ago)).size).toBe(samplePosts.length);
	});

	test.each(samplePosts)('$slug passes the contract unchanged, with existing pictures', (post) => {
		const images = (post.pictures ?? []).map(([slug, index]) => ({ secure_url: getSamplePictureName(slug, index) }));
		const { kind, text: words, category } = post;
		expect(newPostSchema.parse({ kind, text: words, category, images })).toMatchObject({ kind, text: words, images });
		for (const { secure_url } of images) expect(pictures).toContain(secure_url);
		for (const [slug] of post.pictures ?? []) {
			expect(sampleAds.find((ad) => ad.slug === slug)?.seller).toBe(post.author);
		}
		expect(post.popularity).toBeLessThanOrEqual(100);
	});

	test('mention only sample sellers, who follow others at most once and not themselves', () => {
		const names = new Set<string>(sampleSellers.map((seller) => seller.user_name));
		for (const { text: words } of samplePosts) {
			for (const [, name = ''] of words.matchAll(/@([a-z0-9_]+)/g)) expect(names).toContain(name);
		}
		for (const [follower, followed] of Object.entries(sampleFollows)) {
			expect(new Set([follower, ...followed]).size).toBe(followed.length + 1);
		}
	});
});

describe('files', () => {
	const file = (name: string, { name: size }: { name: string }) => join(sampleFilesFolder, name, size);

	test('are exactly those that accounts and ads use, in the listed sizes', async () => {
		expect(Object.keys(list).sort()).toEqual([...avatars, ...pictures, ...films].sort());
		const listed = Object.entries(list).flatMap(([name, media]) =>
			listFinishedFiles(media).map((size) => ({ path: file(name, size), bytes: size.bytes })),
		);
		const entries = await readdir(sampleFilesFolder, { recursive: true, withFileTypes: true });
		const found = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
		expect(found.sort()).toEqual(listed.map(({ path }) => path).sort());
		for (const { path, bytes } of listed) expect((await stat(path)).size, path).toBe(bytes);
	});

	test('of pictures are portraits of 4 to 5 in the sizes of an upload', async () => {
		for (const name of pictures) {
			const { kind, width, height, picture } = list[name] ?? {};
			expect({ name, kind, width, height }).toEqual({ name, kind: 'image', width: 800, height: 1000 });
			expect(picture?.sizes.map((size) => size.width)).toEqual(listTargetWidths(800));
			expect(picture?.placeholder).toMatch(/^data:image\/webp;base64,/);
			for (const size of picture?.sizes ?? []) {
				const { format, ...read } = await sharp(file(name, size)).metadata();
				expect({ format, width: read.width, height: read.height }, name).toEqual({
					format: 'webp',
					width: size.width,
					height: size.height,
				});
				expect([read.exif, read.icc, read.xmp, read.iptc], name).toEqual([undefined, undefined, undefined, undefined]);
			}
		}
	});

	test('of avatars are squares in the shown size', () => {
		for (const name of avatars) expect(list[name]).toMatchObject({ kind: 'image', width: 320, height: 320 });
	});

	test('of films are small MP4s with their index first, and a poster', async () => {
		for (const name of films) {
			const { kind, duration_ms, picture, renditions, fragmented } = list[name] ?? {};
			expect({ name, kind }).toEqual({ name, kind: 'video' });
			expect(duration_ms).toBeGreaterThan(4_000);
			expect(duration_ms).toBeLessThan(15_000);
			expect(picture?.sizes.length).toBeGreaterThanOrEqual(2);
			expect(renditions?.length).toBeGreaterThanOrEqual(1);
			expect(fragmented?.copies.map(({ rendition }) => rendition)).toEqual(
				renditions?.map((rendition) => rendition.name),
			);
			for (const rendition of renditions ?? []) {
				const bytes = await readFile(file(name, rendition));
				expect(bytes.toString('latin1', 4, 8), name).toBe('ftyp');
				expect(bytes.indexOf('moov'), name).toBeLessThan(bytes.indexOf('mdat'));
				expect(bytes.includes('avc1') && bytes.includes('mp4a'), name).toBe(true);
				expect(bytes.length, name).toBeLessThan(500_000);
			}
		}
	});

	test('of pictures and avatars are smaller than 7 MB in total, and of films than 6 MB', () => {
		const sum = (names: readonly string[]) =>
			names
				.flatMap((name) => (list[name] ? listFinishedFiles(list[name]) : []))
				.reduce((total, { bytes }) => total + bytes, 0);
		expect(sum([...pictures, ...avatars])).toBeLessThan(7 * limits.megabyte);
		expect(sum(films)).toBeLessThan(6 * limits.megabyte);
	});
});

test.each(sampleLessons)('the lesson of module $module of $course satisfies the contract', async (lesson) => {
	const modules = findCourse(lesson.course)?.modules ?? [];
	expect(modules[lesson.module - 1]).toBeDefined();
	const words = await readFile(lesson.file, 'utf8');
	expect(createTextSchema(courseLimits.moduleText).parse(words)).toBe(words.trim());
	expect(words.length).toBeGreaterThan(1000);
});
