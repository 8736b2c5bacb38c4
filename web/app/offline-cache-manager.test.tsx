import { expect, test } from 'vitest';
import { updateLock } from '../offline/videos/download-ahead.ts';
import { downloadLock } from '../offline/videos/downloads.ts';
import { withLock } from '../platform/locks.ts';
import { offlineVideos } from '../player/offline-video-list.ts';
import { storedLists } from '../saved-items/lists.ts';
import { listStoredFiles, makeRendition, storeVideo } from '../testing/offline-videos.ts';
import { render } from '../testing/render.tsx';
import { OfflineCacheManager } from './offline-cache-manager.tsx';

test('removes the file of a video that is no longer saved, without waiting for a download or an update', async () => {
	await storeVideo(5, makeRendition('five', 1000));
	storedLists.wishlist.set([5]);
	await render(<OfflineCacheManager account={null} canAct={false} />, { dataSaver: true });
	expect(offlineVideos.get()).toHaveLength(1);
	const removeDuringUpdate = async () => {
		storedLists.wishlist.set([]);
		await expect.poll(listStoredFiles).toEqual([]);
	};
	await withLock(updateLock, () => withLock(downloadLock, removeDuringUpdate));
	expect(offlineVideos.get()).toEqual([]);
});
