import { Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as limits from '../../contract/core/limits.ts';
import type { Video } from '../../contract/media/media.ts';
import * as offlineVideosText from '../../text/web/offline-videos.ts';
import * as playerText from '../../text/web/player.ts';
import { formatDuration } from '../platform/duration.ts';
import { formatFileSize } from '../platform/file-size.ts';
import { useStoredValue } from '../platform/stored-value.ts';
import { classes } from '../ui/classes.ts';
import { findOfflineVideo, offlineVideos } from './offline-video-list.ts';
import { rankRenditionsForFrame } from './video-source.ts';

/** Play button, duration and size over the poster before the first tap. */
export function PosterOverlay({
	video,
	frame,
	onPlay,
}: {
	video: Video;
	frame: { current: HTMLElement | null };
	onPlay: () => void;
}) {
	const { duration, size } = useDurationAndSize(video, frame);
	return (
		<>
			<button
				type="button"
				aria-label={playerText.play}
				onClick={onPlay}
				className="group absolute inset-0 outline-none"
			>
				<span className="absolute top-1/2 left-1/2 inline-flex size-18 -translate-1/2 items-center justify-center rounded-full bg-black/65 outline-white transition-transform group-focus-visible:outline-3 group-active:scale-95 motion-safe:group-hover:scale-105">
					<Play aria-hidden className="ml-1 size-8 fill-current" />
				</span>
			</button>
			<p className="pointer-events-none absolute bottom-3 left-3 rounded-full bg-black/70 px-3 py-1 font-semibold text-14 tabular-nums">
				{size === null ? duration : `${duration} · ${size}`}
			</p>
		</>
	);
}

interface DurationAndSize {
	/** Duration, such as '0:45'. */
	duration: string;
	/**
	 * Size, such as '1.20 MB', or that the file is on this device. Null on the server and during hydration: the browser chooses the rendition
	 * by screen and connection.
	 */
	size: string | null;
}

/** Returns how long a video in `frame` plays, and how many bytes it loads. */
export function useDurationAndSize(video: Video, frame: { current: HTMLElement | null }): DurationAndSize {
	const [bytes, setBytes] = useState<number | null>(null);
	const isStored = findOfflineVideo(useStoredValue(offlineVideos), video.renditions) !== undefined;
	useEffect(() => {
		const chosen = frame.current && rankRenditionsForFrame(frame.current, video.renditions)[0];
		setBytes(chosen?.bytes ?? null);
	}, [frame, video.renditions]);
	const size = bytes === null ? null : isStored ? offlineVideosText.onThisPhone : formatFileSize(bytes);
	return { duration: formatDuration(video.duration_ms / 1000), size };
}

export interface SeekJump {
	/** Direction of the jump in time: -1 is back, 1 is forward. */
	side: -1 | 1;
	/** Number of the jump. Distinguishes consecutive jumps. */
	count: number;
}

export function JumpIndicator({ side, onDone }: { side: SeekJump['side']; onDone: () => void }) {
	return (
		<div
			aria-hidden
			onAnimationEnd={onDone}
			className={classes(
				'pointer-events-none absolute inset-y-0 flex w-1/3 animate-[appear_500ms_ease-out_reverse_forwards] items-center justify-center bg-white/15 font-semibold text-14',
				side < 0 ? 'left-0 rounded-r-full' : 'right-0 rounded-l-full',
			)}
		>
			{side < 0 ? playerText.jumpedBack(limits.player.step) : playerText.jumpedForward(limits.player.step)}
		</div>
	);
}
