import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Rendition } from '../../contract/media.ts';
import { isDataSaverOn } from '../platform/data-saver.ts';
import { type PlayableVideo, PlaybackSession } from './playback.ts';
import { rankRenditions } from './sources.ts';

export function usePlayback(element: RefObject<HTMLVideoElement | null>, video: PlayableVideo) {
	const latest = useRef(video);
	const [session] = useState(
		() =>
			new PlaybackSession({
				getVideo: () => latest.current,
				orderSources: (renditions) => (element.current ? rankRenditionsForFrame(element.current, renditions) : []),
				now: () => performance.now(),
			}),
	);

	useEffect(() => {
		latest.current = video;
	});

	useEffect(() => {
		if (element.current) return session.attach(element.current);
	}, [element, session]);

	const playback = useSyncExternalStore(session.subscribe, session.getSnapshot, session.getSnapshot);
	return { session, playback };
}

/** Sorts renditions in the order in which this browser tries them for a video in `frame`. */
export function rankRenditionsForFrame(frame: HTMLElement, renditions: readonly Rendition[]): Rendition[] {
	const { width, height } = frame.getBoundingClientRect();
	const shape = renditions.at(-1);
	if (!shape) return [];
	const scale = Math.min(width / shape.width, height / shape.height);
	const { connection } = navigator as { connection?: { effectiveType?: string } };
	return rankRenditions(renditions, {
		width: shape.width * scale,
		height: shape.height * scale,
		pixelRatio: devicePixelRatio,
		saveData: isDataSaverOn(),
		effectiveType: connection?.effectiveType,
	});
}
