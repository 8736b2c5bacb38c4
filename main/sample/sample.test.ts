import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { conditions, hasItemOptions } from '../../contract/ad-options.ts';
import { newAdSchema } from '../../contract/ads.ts';
import { categories } from '../../contract/categories.ts';
import { findCourse } from '../../contract/course-catalogue.ts';
import { createTextSchema, userNameSchema } from '../../contract/fields.ts';
import { limits } from '../../contract/limits.ts';
import { newPostSchema } from '../../contract/posts.ts';
import { createReview, replyToReview } from '../../contract/reviews.ts';
import { sampleAds } from './ads.ts';
import { sampleComments } from './comments.ts';
import { sampleFollows } from './follows.ts';
import { sampleLessons } from './lessons.ts';
import { samplePosts } from './posts.ts';
import { sampleReviews } from './reviews.ts';
import { getSamplePictureFile, getSampleVideoFile } from './scenes.ts';
import { sampleSellers } from './sellers.ts';

const fields = newAdSchema.omit({ pictures: true });
const pictureAds = sampleAds.filter((ad) => ad.format === 'image');
const videoAds = sampleAds.filter((ad) => ad.format === 'video');
const pictures = pictureAds.flatMap((ad) => ad.pictures.map((_, index) => getSamplePictureFile(ad.slug, index)));
const films = videoAds.map((ad) => getSampleVideoFile(ad.slug));
const file = (path: string) => join(import.meta.dirname, path);

describe('sellers', () => {
	test('are at least 12, with unique names', () => {
		expect(sampleSellers.length).toBeGreaterThanOrEqual(12);
		for (const key of ['user_name', 'display_name'] as const) {
			expect(new Set(sampleSellers.map((seller) => seller[key])).size).toBe(sampleSellers.length);
		}
	});

	test.each(sampleSellers)('$user_name satisfies the contract and has ads', (seller) => {
		expect(userNameSchema.parse(seller.user_name)).toBe(seller.user_name);
		expect(createTextSchema(limits.displayName).parse(seller.display_name)).toBe(seller.display_name);
		expect(createTextSchema(limits.place).parse(seller.place)).toBe(seller.place);
		expect(seller.whatsapp).toMatch(/^2348000000\d{3}$/);
		expect(seller.bio.length).toBeGreaterThan(30);
		expect(seller.bio.length).toBeLessThanOrEqual(160);
		expect(sampleAds.some((ad) => ad.seller === seller.user_name)).toBe(true);
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
		expect(ad.film !== undefined).toBe(ad.format === 'video');
		expect(ad.pictures.length).toBeGreaterThanOrEqual(ad.format === 'image' ? 1 : 0);
		expect(ad.pictures.length).toBeLessThanOrEqual(ad.format === 'image' ? 4 : 0);
	});

	test('have a condition and delivery unless they are for property, and services have no condition', () => {
		const items = sampleAds.filter((ad) => hasItemOptions(ad.category));
		expect(items.filter((ad) => (ad.delivery ?? []).length === 0)).toEqual([]);
		expect(items.filter((ad) => ad.condition === undefined).map(({ slug }) => slug)).toEqual([
			...['home-service', 'restaurant-cng', 'mumag-service', 'sound-hire'],
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
			expect(createTextSchema(limits.comment).parse(entry.text)).toBe(entry.text);
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
		const images = (post.pictures ?? []).map(([slug, index]) => ({ secure_url: getSamplePictureFile(slug, index) }));
		const { kind, text: words, category } = post;
		expect(newPostSchema.parse({ kind, text: words, category, images })).toMatchObject({ kind, text: words, images });
		for (const { secure_url } of images) expect(pictures).toContain(secure_url);
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
	test('are exactly those that ads use', async () => {
		expect((await readdir(file('pictures'))).map((name) => `pictures/${name}`).sort()).toEqual(pictures.sort());
		expect((await readdir(file('videos'))).map((name) => `videos/${name}`).sort()).toEqual(films.sort());
	});

	test('pictures are small portraits of 4 to 5', async () => {
		for (const path of pictures) {
			const { format, width, height } = await sharp(file(path)).metadata();
			expect({ path, format, width, height }).toEqual({ path, format: 'webp', width: 1080, height: 1350 });
			const { size } = await stat(file(path));
			expect(size, path).toBeGreaterThan(2_000);
			expect(size, path).toBeLessThan(32_000);
		}
	});

	test('films are small MP4s with their index first', async () => {
		for (const path of films) {
			const bytes = await readFile(file(path));
			expect(bytes.toString('latin1', 4, 8), path).toBe('ftyp');
			expect(bytes.indexOf('moov'), path).toBeLessThan(bytes.indexOf('mdat'));
			expect(bytes.includes('avc1') && bytes.includes('mp4a'), path).toBe(true);
			expect(bytes.length, path).toBeGreaterThan(20_000);
			expect(bytes.length, path).toBeLessThan(130_000);
		}
	});

	test('are smaller than 2 MB in total', async () => {
		const sizes = await Promise.all([...pictures, ...films].map(async (path) => (await stat(file(path))).size));
		expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2 * limits.megabyte);
	});
});

test.each(sampleLessons)('the lesson of module $module of $course satisfies the contract', async (lesson) => {
	const modules = findCourse(lesson.course)?.modules ?? [];
	expect(modules[lesson.module - 1]).toBeDefined();
	const words = await readFile(lesson.file, 'utf8');
	expect(createTextSchema(limits.moduleText).parse(words)).toBe(words.trim());
	expect(words.length).toBeGreaterThan(1000);
});
