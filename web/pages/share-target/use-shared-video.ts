import { useEffect, useState } from 'react';
import { readSharedContent } from '../../platform/worker/shared-content.ts';
import { sortFiles } from './sort-files.ts';

/** The video from the share target; `state` is the location's state. */
export function useSharedVideo(state: unknown): File | null {
	const [video, setVideo] = useState<File | null>(null);
	const isFromShare = typeof state === 'object' && state !== null && 'shared' in state;
	useEffect(() => {
		if (!isFromShare) return;
		let left = false;
		void readSharedContent(Date.now()).then((shared) => {
			if (!left) setVideo(sortFiles(shared?.files ?? []).video);
		});
		return () => {
			left = true;
		};
	}, [isFromShare]);
	return video;
}
