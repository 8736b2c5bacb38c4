import { Link } from 'react-router';
import * as offlineVideosText from '../../../text/web/offline-videos.ts';
import { formatRoundedFileSize } from '../../platform/file-size.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { offlineVideos } from '../../player/offline-video-list.ts';
import { sumBytes } from './offline-videos.ts';

/** Total size of the videos on this device, with a link to where they can be removed. Renders nothing if there are none. */
export function OfflineVideoTotal() {
	const videos = useStoredValue(offlineVideos) ?? [];
	if (videos.length === 0) return null;
	return (
		<Link to="/data-saver#offline-videos" className="inline-flex min-h-11 items-center text-right text-14 text-leaf">
			{offlineVideosText.total(formatRoundedFileSize(sumBytes(videos)))}
		</Link>
	);
}
