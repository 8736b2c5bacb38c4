import { useEffect, useState } from 'react';
import { readShared } from '../../platform/worker/shared-things.ts';
import { sorted } from './sorted.ts';

/** The video that the page of shared things has led here with; `state` is the location's. */
export function useSharedVideo(state: unknown): File | null {
	const [video, setVideo] = useState<File | null>(null);
	const led = typeof state === 'object' && state !== null && 'shared' in state;
	useEffect(() => {
		if (!led) return;
		let left = false;
		void readShared(Date.now()).then((shared) => {
			if (!left) setVideo(sorted(shared?.files ?? []).video);
		});
		return () => {
			left = true;
		};
	}, [led]);
	return video;
}
