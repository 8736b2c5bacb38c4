import { expect, test, vi } from 'vitest';
import { listIndexedDbNames, storeInIndexedDb } from '../platform/indexed-db.ts';
import { persistedQueryPrefix } from '../platform/persisted-queries.ts';
import { offlineVideos } from '../player/offline-video-list.ts';
import { makeAd, makeAdCard } from '../testing/ads.ts';
import { makeVideoAd } from '../testing/videos.ts';
import { cacheCurrentPage, updateOfflineCache } from './offline-cache.ts';

const day = 86_400_000;
const kept = [`${persistedQueryPrefix}0/["saved-item","wishlist",5]`, `${persistedQueryPrefix}0/["video","5"]`];

async function persistVideo(id: number) {
	const at = Date.now() - 31 * day;
	const entries = [
		{ key: ['video', String(id)], data: makeVideoAd(id), at, schema: 'video' },
		{ key: ['saved-item', 'wishlist', id], data: makeAdCard(id), at, schema: 'wishlist' },
	];
	for (const entry of entries) await storeInIndexedDb(`${persistedQueryPrefix}0/${JSON.stringify(entry.key)}`, entry);
}

test('caches the code of the video page of a new version if a video is stored', async () => {
	const route = (name: string) => ({ module: `/assets/${name}.js` });
	const routes = { 'pages/layout': route('layout'), 'pages/video/page': route('video') };
	vi.stubGlobal('__reactRouterManifest', { url: '/assets/manifest.js', routes });
	const addAll = vi.spyOn(Cache.prototype, 'addAll').mockResolvedValue();
	await updateOfflineCache(null);
	expect(addAll).toHaveBeenLastCalledWith(['/assets/layout.js']);
	offlineVideos.set([{ id: 5, url: '/media/5/240.mp4', bytes: 9 }]);
	await updateOfflineCache(null);
	expect(addAll).toHaveBeenLastCalledWith(['/assets/layout.js', '/assets/video.js']);
	vi.unstubAllGlobals();
});

test('removes old persisted queries, except those of a stored video', async () => {
	for (const id of [5, 6]) await persistVideo(id);
	offlineVideos.set([{ id: 5, url: '/media/5/240.mp4', bytes: 9 }]);
	await updateOfflineCache(null);
	expect(await listIndexedDbNames(persistedQueryPrefix)).toEqual(kept);
});

test('keeps the 200 newest persisted queries and those of a stored video', async () => {
	await persistVideo(5);
	offlineVideos.set([{ id: 5, url: '/media/5/240.mp4', bytes: 9 }]);
	for (let id = 1000; id < 1201; id++) {
		const key = ['ad', String(id)];
		await storeInIndexedDb(`${persistedQueryPrefix}0/${JSON.stringify(key)}`, {
			key,
			data: makeAd(id),
			at: Date.now() + id,
			schema: 'ad',
		});
	}
	await updateOfflineCache(null);
	const names = await listIndexedDbNames(persistedQueryPrefix);
	expect(names).toHaveLength(202);
	expect(names).toEqual(expect.arrayContaining(kept));
	expect(names).not.toContain(`${persistedQueryPrefix}0/["ad","1000"]`);
});

test.each([
	['keeps the app shell with the settings of the page', { page: 'brand:abcabcdefabc', shell: 'brand:abcabcdefabc' }, 0],
	['replaces the app shell with older settings', { page: 'brand:defabcdefabc', shell: 'brand:abcabcdefabc' }, 1],
	['replaces the app shell with settings that were reset', { page: undefined, shell: 'brand:abcabcdefabc' }, 1],
	[
		'replaces the app shell if the page is one itself',
		{ page: 'brand:abcabcdefabc', shell: 'brand:abcabcdefabc', isSpaMode: true },
		1,
	],
])(
	'%s',
	async (_, {
		page,
		shell,
		isSpaMode = false,
	}: { page: string | undefined; shell: string; isSpaMode?: boolean }, calls) => {
		const html = (version: string) => `"/assets/manifest.js" "${version}"`;
		vi.stubGlobal('__reactRouterManifest', { url: '/assets/manifest.js', routes: {} });
		vi.stubGlobal('__reactRouterContext', { isSpaMode });
		vi.spyOn(Cache.prototype, 'addAll').mockResolvedValue();
		vi.spyOn(document, 'images', 'get').mockReturnValue([] as unknown as HTMLCollectionOf<HTMLImageElement>);
		const request = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response(html('new')));
		const frame = await caches.open('frame');
		await frame.put('/offline', new Response(html(shell)));
		try {
			await cacheCurrentPage(page);
			expect(request).toHaveBeenCalledTimes(calls);
			const cached = await (await frame.match('/offline'))?.text();
			expect(cached).toBe(html(calls === 0 ? shell : 'new'));
		} finally {
			vi.unstubAllGlobals();
		}
	},
);
