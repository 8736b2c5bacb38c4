import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as videoEditorText from '../../../text/web/video-editor.ts';
import { IconButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Size } from '../crop.ts';
import { drawOverlay } from '../draw-overlay.ts';
import type { TrimRange } from '../video-edit.ts';

interface ClipPreviewProps {
	url: string;
	clip: HTMLVideoElement | null;
	/** Null until the clip is loaded, as `part`. */
	size: Size | null;
	/** Part that is repeated. */
	part: TrimRange | null;
	/** True if the edit removes the sound. */
	isMuted: boolean;
	overlay: string;
	onClip: (clip: HTMLVideoElement | null) => void;
	onLoad: (clip: HTMLVideoElement) => void;
	onError: () => void;
}

/** Maximum tolerance in milliseconds of a seek, which may land on the frame before its time. */
const seekTolerance = 100;

/** Plays the kept part of a clip in a loop, under the text of its edit. */
export function ClipPreview({ url, clip, size, part, isMuted, overlay, onClip, onLoad, onError }: ClipPreviewProps) {
	const [isPlaying, setPlaying] = useState(false);
	const [hasSound, setSound] = useState(false);
	useLoop(clip, part);

	function togglePlaying() {
		if (clip?.paused) void clip.play().catch(() => setPlaying(false));
		else clip?.pause();
	}

	return (
		<div className="flex flex-col items-center gap-1">
			<div
				className="relative max-w-full overflow-hidden rounded-control bg-black"
				style={
					size
						? {
								aspectRatio: `${size.width} / ${size.height}`,
								width: `min(100%, ${(36 * size.width) / size.height}dvh)`,
							}
						: { height: '36dvh', width: '100%' }
				}
			>
				<video
					ref={onClip}
					src={url}
					muted={isMuted || !hasSound}
					playsInline
					preload="auto"
					aria-label={videoEditorText.clip}
					onLoadedMetadata={({ currentTarget }) => onLoad(currentTarget)}
					onError={onError}
					onPlay={() => setPlaying(true)}
					onPause={() => setPlaying(false)}
					className="absolute inset-0 size-full"
				/>
				{size ? (
					<OverlayCanvas text={overlay} {...size} />
				) : (
					<span className="absolute inset-0 flex items-center justify-center text-white">
						<Spinner label={videoEditorText.opening} />
					</span>
				)}
			</div>
			{size && (
				<div className="flex gap-2">
					<IconButton label={isPlaying ? videoEditorText.pause : videoEditorText.play} onClick={togglePlaying}>
						{isPlaying ? <Pause aria-hidden className="size-6" /> : <Play aria-hidden className="size-6" />}
					</IconButton>
					{!isMuted && (
						<IconButton
							label={hasSound ? videoEditorText.soundOff : videoEditorText.soundOn}
							onClick={() => setSound(!hasSound)}
						>
							{hasSound ? <Volume2 aria-hidden className="size-6" /> : <VolumeX aria-hidden className="size-6" />}
						</IconButton>
					)}
				</div>
			)}
		</div>
	);
}

/** Keeps a playing clip within the part. */
function useLoop(clip: HTMLVideoElement | null, part: TrimRange | null) {
	const { start, end } = part ?? { start: 0, end: Number.POSITIVE_INFINITY };
	useEffect(() => (clip ? repeatPart(clip, { start, end }) : undefined), [clip, start, end]);
}

/** Repeats a part of the clip until the returned function is called. */
function repeatPart(clip: HTMLVideoElement, { start, end }: TrimRange): () => void {
	const controller = new AbortController();
	const { signal } = controller;
	let frame = 0;
	function check() {
		const time = clip.currentTime * 1000;
		if (!clip.seeking && (time >= end || time < start - seekTolerance)) clip.currentTime = start / 1000;
		frame = requestAnimationFrame(check);
	}
	function stop() {
		cancelAnimationFrame(frame);
	}
	function startAgain() {
		clip.currentTime = start / 1000;
		void clip.play().catch(() => {});
	}
	if (!clip.paused) check();
	clip.addEventListener('play', check, { signal });
	clip.addEventListener('pause', stop, { signal });
	clip.addEventListener('ended', startAgain, { signal });
	return () => {
		controller.abort();
		stop();
	};
}

/** Text over a clip of this size, as the edited video shows it. Fills its parent. */
function OverlayCanvas({ text, width, height }: Size & { text: string }) {
	const canvas = useRef<HTMLCanvasElement>(null);
	useEffect(() => {
		const context = canvas.current?.getContext('2d');
		context?.clearRect(0, 0, width, height);
		if (context && text.trim() !== '') drawOverlay(context, text, { width, height });
	}, [text, width, height]);
	return (
		<canvas
			ref={canvas}
			aria-hidden
			width={width}
			height={height}
			className="pointer-events-none absolute inset-0 size-full"
		/>
	);
}
