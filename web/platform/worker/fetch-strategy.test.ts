import { expect, test } from 'vitest';
import {
	type FetchInfo,
	findAssetPaths,
	getFetchStrategy,
	isCacheablePicture,
	listEvicted,
	maxPictureBytes,
} from './fetch-strategy.ts';

const origin = 'https://kasuwa.example';
const way = (path: string, asked: Partial<FetchInfo> = {}) =>
	getFetchStrategy(
		{ method: 'GET', url: new URL(path, origin).href, mode: 'navigate', destination: '', isRange: false, ...asked },
		origin,
	);

test('pages of the app open from the frame, whatever their address says', () => {
	for (const path of ['/', '/wishlist', '/learning/a/modules/2?from=mail', '/feed/7/red-bag', '/dashboard/admin']) {
		expect(way(path), path).toBe('page');
	}
});

test('files, the API and other hosts are left to the browser', () => {
	for (const path of [
		'/api/me/export',
		'/media/a/480.webp',
		'/certificates/AB12.pdf',
		'/share/ads/7.jpg',
		'/manifest.webmanifest',
		'https://elsewhere.example/',
	]) {
		expect(way(path), path).toBeNull();
	}
	expect(way('/api/feed', { mode: 'cors' })).toBeNull();
	expect(way('/api/likes', { mode: 'cors', method: 'POST' })).toBeNull();
	expect(way('/Login', { method: 'POST' })).toBeNull();
});

test('videos and parts of files are left alone, pictures and parts of the app are kept', () => {
	const loaded = { mode: 'no-cors' };
	expect(way('/media/a/480.webp', { ...loaded, destination: 'image' })).toBe('picture');
	expect(way('/media/a/480.mp4', { ...loaded, destination: 'video' })).toBeNull();
	expect(way('/media/a/480.webp', { ...loaded, destination: 'image', isRange: true })).toBeNull();
	expect(way('/assets/page-abc.js', { mode: 'cors', destination: 'script' })).toBe('asset');
	expect(way('/sounds/pop.mp3', { ...loaded, destination: 'audio' })).toBeNull();
});

test('a form is taken at the one address for it', () => {
	expect(way('/share-target', { method: 'POST' })).toBe('shared');
	expect(way('/share-target')).toBe('page');
	expect(way('/share-target', { method: 'POST', mode: 'cors' })).toBeNull();
});

test('only small pictures that everybody may see are kept', () => {
	const picture = (cacheControl: string, bytes: number | null, answer: Partial<Response> = {}) => ({
		status: 200,
		type: 'basic' as const,
		headers: new Headers({
			'cache-control': cacheControl,
			...(bytes !== null && { 'content-length': String(bytes) }),
		}),
		...answer,
	});
	const forAll = 'public, max-age=31536000, immutable';
	expect(isCacheablePicture(picture(forAll, maxPictureBytes))).toBe(true);
	expect(isCacheablePicture(picture(forAll, maxPictureBytes + 1))).toBe(false);
	expect(isCacheablePicture(picture(forAll, null))).toBe(false);
	expect(isCacheablePicture(picture('private, no-store', 100))).toBe(false);
	expect(isCacheablePicture(picture(forAll, 100, { status: 206 }))).toBe(false);
	expect(isCacheablePicture(picture(forAll, 100, { type: 'opaque' }))).toBe(false);
});

test('the oldest leave', () => {
	expect(listEvicted([1, 2, 3], 2)).toEqual([1]);
	expect(listEvicted([1, 2], 2)).toEqual([]);
});

test('a document names the parts it begins with', () => {
	const html =
		'<link href="/assets/root-a_1.css"><script>import "/assets/manifest-2f.js";import "/assets/root-a_1.css"';
	expect(findAssetPaths(html)).toEqual(['/assets/root-a_1.css', '/assets/manifest-2f.js']);
});
