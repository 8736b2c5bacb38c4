import { useEffect, useState } from 'react';
import { groupSharedFiles } from './group-shared-files.ts';
import { readSharedContent } from './worker/shared-content.ts';

/** Returns the video shared from another app; null if there is none. `state` is the location's state. */
export function useSharedVideo(state: unknown): File | null {
	const [video, setVideo] = useState<File | null>(null);
	const isFromShare = typeof state === 'object' && state !== null && 'shared' in state;
	useEffect(() => {
		if (!isFromShare) return;
		let isCancelled = false;
		void readSharedContent(Date.now()).then((shared) => {
			if (!isCancelled) setVideo(groupSharedFiles(shared?.files ?? []).video);
		});
		return () => {
			isCancelled = true;
		};
	}, [isFromShare]);
	return video;
}
