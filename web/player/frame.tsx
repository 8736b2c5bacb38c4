import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Video } from '../../contract/media/media.ts';
import * as playerText from '../../text/web/player.ts';
import { classes } from '../ui/classes.ts';
import { Picture } from '../ui/picture.tsx';

/**
 * CSS classes of a video's frame. The frame is as wide as the page. On phones its height leaves room for the bars.
 */
export const frameClasses =
	'relative isolate overflow-hidden bg-black text-white outline-leaf max-h-[max(60svh,100svh-16rem)] wide:max-h-[70svh] w-full -outline-offset-2 md:rounded-card [&:fullscreen]:rounded-none';

/** What a frame shows of a video that does not play. The list of renditions is empty if only the poster is known. */
export type VideoStill = Pick<Video, 'poster' | 'renditions'>;

/** Returns the aspect ratio of a video's frame. If unknown, the frame is square, which fits any video. */
export function getVideoAspectRatio(video: VideoStill | null): string {
	const { width, height } = getVideoSize(video) ?? { width: 1, height: 1 };
	return `${width} / ${height}`;
}

/** Returns CSS classes that fit a video or its poster into the frame. See `fillsWidth` of the player. */
export function getFitClasses(fillsWidth: boolean): string {
	return classes('object-contain', fillsWidth && 'max-md:portrait:object-cover [:fullscreen_&]:object-contain');
}

interface VideoFrameProps {
	video: Video | null;
	/** Aspect ratio at page load. It stays when the video becomes ready, which would otherwise shift the layout. */
	aspectRatio: string;
	children: ReactNode;
}

/** A video's frame with a message over the poster. */
export function VideoFrame({ video, aspectRatio, children }: VideoFrameProps) {
	return (
		<div className={frameClasses} style={{ aspectRatio: aspectRatio }}>
			<Poster video={video} dimmed />
			<div className="absolute inset-0 flex flex-col items-center justify-center gap-2 p-4 text-center">{children}</div>
		</div>
	);
}

interface PosterProps {
	video: VideoStill | null;
	dimmed?: boolean;
	fillsWidth?: boolean;
	/** Width of the poster as a `sizes` attribute, if it is not that of the frame. */
	sizes?: string | undefined;
}

export function Poster({ video, dimmed = false, fillsWidth = false, sizes }: PosterProps) {
	return (
		<>
			{video?.poster && (
				<Picture
					picture={video.poster}
					alt=""
					sizes={sizes ?? getPosterSizes(video)}
					eager
					className={classes('absolute inset-0 size-full', getFitClasses(fillsWidth))}
				/>
			)}
			{dimmed && <span className="absolute inset-0 bg-black/65" />}
		</>
	);
}

export function LoadingOverlay() {
	return (
		<div role="status" className="pointer-events-none absolute inset-0 flex items-center justify-center">
			<span className="inline-flex size-18 items-center justify-center rounded-full bg-black/45">
				<LoaderCircle aria-hidden className="size-9 animate-spin" />
			</span>
			<span className="sr-only">{playerText.loading}</span>
		</div>
	);
}

/** Returns the `sizes` attribute of a poster. The frame's maximum height also limits the width of an upright picture. */
export function getPosterSizes(video: VideoStill): string {
	const { width, height } = getVideoSize(video) ?? { width: 16, height: 9 };
	const byHeight = `${Math.round((70 * width) / height)}vh`;
	return `(width >= 1027px) min(50rem, ${byHeight}), min(100vw, ${byHeight})`;
}

function getVideoSize(video: VideoStill | null) {
	return video?.renditions.at(-1) ?? video?.poster ?? null;
}
