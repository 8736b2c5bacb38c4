import { expect, test, vi } from 'vitest';
import { listIndexedDbNames, storeInIndexedDb } from '../../platform/indexed-db.ts';
import { offlineVideos } from '../../player/offline-video-list.ts';
import { makeAd, makeAdCard } from '../../testing/ads.ts';
import { makeVideoAd } from '../../testing/videos.ts';
import { updateOfflineCache } from './offline-cache.ts';

const day = 86_400_000;
const kept = ['answer/0/["saved-item","wishlist",5]', 'answer/0/["video","5"]'];

async function persistVideo(id: number) {
	const at = Date.now() - 31 * day;
	const entries = [
		{ key: ['video', String(id)], data: makeVideoAd(id), at, schema: 'video' },
		{ key: ['saved-item', 'wishlist', id], data: makeAdCard(id), at, schema: 'wishlist' },
	];
	for (const entry of entries) await storeInIndexedDb(`answer/0/${JSON.stringify(entry.key)}`, entry);
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
	expect(await listIndexedDbNames('answer/')).toEqual(kept);
});

test('keeps the 200 newest persisted queries and those of a stored video', async () => {
	await persistVideo(5);
	offlineVideos.set([{ id: 5, url: '/media/5/240.mp4', bytes: 9 }]);
	for (let id = 1000; id < 1201; id++) {
		const key = ['ad', String(id)];
		await storeInIndexedDb(`answer/0/${JSON.stringify(key)}`, {
			key,
			data: makeAd(id),
			at: Date.now() + id,
			schema: 'ad',
		});
	}
	await updateOfflineCache(null);
	const names = await listIndexedDbNames('answer/');
	expect(names).toHaveLength(202);
	expect(names).toEqual(expect.arrayContaining(kept));
	expect(names).not.toContain('answer/0/["ad","1000"]');
});
