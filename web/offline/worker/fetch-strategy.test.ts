import { expect, test } from 'vitest';
import {
	type FetchInfo,
	findAssetPaths,
	getFetchStrategy,
	isCacheablePicture,
	listEvictedEntries,
	maxPictureBytes,
} from './fetch-strategy.ts';

const origin = 'https://kasuwa.example';
const strategyOf = (path: string, overrides: Partial<FetchInfo> = {}) =>
	getFetchStrategy(
		{ method: 'GET', url: new URL(path, origin).href, mode: 'navigate', destination: '', isRange: false, ...overrides },
		origin,
	);

test('treats every path of the app as a page', () => {
	for (const path of ['/', '/wishlist', '/learning/a/modules/2?from=mail', '/feed/7/red-bag', '/dashboard/admin']) {
		expect(strategyOf(path), path).toBe('page');
	}
});

test('leaves files, the API and other hosts to the browser', () => {
	for (const path of [
		'/api/me/export',
		'/media/a/480.webp',
		'/certificates/AB12.pdf',
		'/share/ads/7.jpg',
		'/embed/ads/7',
		'/manifest.webmanifest',
		'https://elsewhere.example/',
	]) {
		expect(strategyOf(path), path).toBeNull();
	}
	expect(strategyOf('/api/feed', { mode: 'cors' })).toBeNull();
	expect(strategyOf('/api/likes', { mode: 'cors', method: 'POST' })).toBeNull();
	expect(strategyOf('/Login', { method: 'POST' })).toBeNull();
});

test('handles pictures and assets, but no videos and range requests', () => {
	const loaded = { mode: 'no-cors' };
	expect(strategyOf('/media/a/480.webp', { ...loaded, destination: 'image' })).toBe('picture');
	expect(strategyOf('/media/a/480.mp4', { ...loaded, destination: 'video' })).toBeNull();
	expect(strategyOf('/media/a/480.webp', { ...loaded, destination: 'image', isRange: true })).toBeNull();
	expect(strategyOf('/assets/page-abc.js', { mode: 'cors', destination: 'script' })).toBe('asset');
	expect(strategyOf('/sounds/pop.mp3', { ...loaded, destination: 'audio' })).toBeNull();
});

test('accepts a form at the share target only', () => {
	expect(strategyOf('/share-target', { method: 'POST' })).toBe('shared');
	expect(strategyOf('/share-target')).toBe('page');
	expect(strategyOf('/share-target', { method: 'POST', mode: 'cors' })).toBeNull();
});

test('caches only small public pictures', () => {
	const picture = (cacheControl: string, bytes: number | null, overrides: Partial<Response> = {}) => ({
		status: 200,
		type: 'basic' as const,
		headers: new Headers({
			'cache-control': cacheControl,
			...(bytes !== null && { 'content-length': String(bytes) }),
		}),
		...overrides,
	});
	const immutable = 'public, max-age=31536000, immutable';
	expect(isCacheablePicture(picture(immutable, maxPictureBytes))).toBe(true);
	expect(isCacheablePicture(picture(immutable, maxPictureBytes + 1))).toBe(false);
	expect(isCacheablePicture(picture(immutable, null))).toBe(false);
	expect(isCacheablePicture(picture('private, no-store', 100))).toBe(false);
	expect(isCacheablePicture(picture(immutable, 100, { status: 206 }))).toBe(false);
	expect(isCacheablePicture(picture(immutable, 100, { type: 'opaque' }))).toBe(false);
});

test('evicts the oldest entries', () => {
	expect(listEvictedEntries([1, 2, 3], 2)).toEqual([1]);
	expect(listEvictedEntries([1, 2], 2)).toEqual([]);
});

test('finds each asset of a document once', () => {
	const html =
		'<link href="/assets/root-a_1.css"><script>import "/assets/manifest-2f.js";import "/assets/root-a_1.css"';
	expect(findAssetPaths(html)).toEqual(['/assets/root-a_1.css', '/assets/manifest-2f.js']);
});
