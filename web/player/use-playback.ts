import { type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { trackInsight } from '../platform/track.ts';
import { type PlayableVideo, PlaybackSession } from './playback.ts';
import { listVideoSources } from './video-source.ts';

/** Plays a video in `element`. Another `key` begins another video in the same element. */
export function usePlayback(element: RefObject<HTMLVideoElement | null>, video: PlayableVideo, key: unknown = null) {
	const latest = useRef(video);
	// biome-ignore lint/correctness/useExhaustiveDependencies(key): every video has its own session
	const session = useMemo(
		() =>
			new PlaybackSession<HTMLVideoElement>({
				getVideo: () => latest.current,
				listSources: (video) => (element.current ? listVideoSources(element.current, video) : []),
				onFallback: (from, reason) => trackInsight({ type: 'fallback', from, reason }),
				now: () => performance.now(),
			}),
		[element, key],
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
