import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VideoAd } from '../../../contract/ads/ads.ts';
import { makeVideoAd } from '../../testing/videos.ts';
import { buildVideoMetaTags, formatIsoDuration, getVideoMeta } from './video-meta.ts';

const shoes = makeVideoAd(7, {
	titlevideourl: '/media/abc/main.mp4',
	title: 'Red shoes',
	user_name: 'ada',
	display_name: 'Ada',
	created_at: '2026-06-15T12:00:00.000Z',
	description: 'Hand made.\n\nAll sizes.',
	categories: "Women's Shoes",
	place: 'Kano',
	video: {
		duration_ms: 65_000,
		poster: { url: '/media/abc/p.webp', width: 854, height: 480, placeholder: null, sizes: [] },
		renditions: [{ url: '/media/abc/480.mp4', width: 854, height: 480, bytes: 1_000_000, fragmented: null }],
		hls: null,
	},
});

test('builds a link preview with price, place and one-line description, with absolute addresses', () => {
	const head = getVideoMeta(shoes);
	expect(head).toMatchObject({
		description: 'NGN 70,000 · Kano. Hand made. All sizes.',
		path: '/sellervideos/7/red-shoes',
		picture: '/share/ads/7.jpg',
		poster: '/media/abc/p.webp',
	});
	const tags = buildVideoMetaTags(head, 'https://kasuwa.example');
	expect(tags).toContainEqual({ property: 'og:video', content: 'https://kasuwa.example/media/abc/480.mp4' });
	expect(tags).toContainEqual({
		'script:ld+json': expect.objectContaining({
			'@type': 'VideoObject',
			name: 'Red shoes',
			thumbnailUrl: 'https://kasuwa.example/media/abc/p.webp',
			uploadDate: '2026-06-15T12:00:00.000Z',
			duration: 'PT1M5S',
			contentUrl: 'https://kasuwa.example/media/abc/480.mp4',
		}),
	});
});

test('describes the offer for search engines if there is a price', () => {
	const offerOf = (video: VideoAd) =>
		buildVideoMetaTags(getVideoMeta(video), 'https://kasuwa.example').filter((tag) =>
			JSON.stringify(tag).includes('Product'),
		);
	expect(offerOf(shoes)).toEqual([
		{
			'script:ld+json': expect.objectContaining({
				'@type': 'Product',
				name: 'Red shoes',
				category: "Women's Shoes",
				image: ['https://kasuwa.example/media/abc/p.webp'],
				offers: expect.objectContaining({
					price: '70000.00',
					priceCurrency: 'NGN',
					availability: 'https://schema.org/InStock',
					url: 'https://kasuwa.example/sellervideos/7/red-shoes',
					seller: { '@type': 'Person', name: 'Ada' },
				}),
			}),
		},
	]);
	expect(offerOf({ ...shoes, price_kobo: null, price: null })).toEqual([]);
});

test('omits a video that cannot be played yet', () => {
	expect(
		buildVideoMetaTags(getVideoMeta({ ...shoes, state: 'processing', video: null }), 'https://kasuwa.example'),
	).toEqual([]);
});

test('cuts any description to a short, well-formed text', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme', maxLength: 1000 }), (description) => {
			const cut = getVideoMeta({ ...shoes, description }).description;
			expect(cut.length).toBeLessThanOrEqual(162);
			expect(cut.isWellFormed()).toBe(true);
		}),
	);
});

test('formats durations as ISO 8601', () => {
	expect([0, 999, 60_000, 65_400, 600_000].map(formatIsoDuration)).toEqual(['PT0S', 'PT1S', 'PT1M', 'PT1M5S', 'PT10M']);
});
