import type { VideoAd } from '../../../contract/ads/ads.ts';
import { OfflineVideoAction } from '../../offline/videos/offline-video-action.tsx';
import { chooseOfflineRendition, isPublicVideo } from '../../offline/videos/offline-videos.ts';

/** Action that stores a saved video on this device. */
export function KeepOffline({ video }: { video: VideoAd }) {
	if (!isPublicVideo(video)) return null;
	const file = chooseOfflineRendition(video.video?.renditions ?? []);
	if (!file) return null;
	return <OfflineVideoAction ad={video} bytes={file.bytes} className="min-w-0 flex-1 justify-end sm:max-w-64" />;
}
