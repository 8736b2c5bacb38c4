import { useEffect, useRef } from 'react';
import { getSession } from '../accounts/session.ts';
import { onPageLeave, trackWatch } from '../platform/track.ts';
import type { Watched } from '../player/watched.ts';
import { useViewTracking } from './use-view-tracking.ts';

/**
 * Counts the view of a video and reports the watched parts, except those of its owner. The parts are reported once: when the video is no
 * longer current, or the page is hidden or left. `owner` is a user name.
 */
export function useWatchTracking(id: number, owner: string, watched: Watched, isCurrent = true) {
	useViewTracking('ads', id, owner, isCurrent && watched.isView);

	const latest = useRef(watched);
	useEffect(() => {
		latest.current = watched;
	});
	useEffect(() => {
		if (!isCurrent) return;
		const report = () => {
			if (latest.current.parts > 0 && getSession()?.user_name !== owner) trackWatch(id, latest.current.parts);
		};
		const stop = onPageLeave(report);
		return () => {
			stop();
			report();
		};
	}, [id, owner, isCurrent]);
}
