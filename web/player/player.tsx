import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import * as limits from '../../contract/core/limits.ts';
import type { Rendition, Video } from '../../contract/media/media.ts';
import * as playerText from '../../text/web/player.ts';
import { classes } from '../ui/classes.ts';
import { ErrorOverlay } from '../ui/error-state.tsx';
import { CaptionText, useCaptions } from './captions.tsx';
import { CenterButton, ControlBar } from './controls.tsx';
import { frameClasses, getFitClasses, LoadingOverlay, Poster } from './frame.tsx';
import { usePlayerFullScreen } from './full-screen.ts';
import { JumpIndicator, PosterOverlay, type SeekJump } from './overlays.tsx';
import { usePlayback } from './use-playback.ts';
import type { Watched } from './watched.ts';

/** Maximum milliseconds between the taps of a double tap. */
const doubleTap = 300;

interface VideoPlayerProps {
	video: Video;
	title: string;
	/** Aspect ratio of the frame, from `getVideoAspectRatio`. */
	aspectRatio: string;
	/** Whether an upright video fills the width of a phone and loses a little above and below. */
	fillsWidth?: boolean;
	/** Width of the poster as a `sizes` attribute, if it is not that of the frame. */
	posterSizes?: string;
	/** Requests new signed URLs when the old URLs may have expired. The video then resumes at the same position. */
	renew?: () => Promise<readonly Rendition[]>;
	/** Called when more of the video was watched. */
	onWatched?: (watched: Watched) => void;
}

/** A video with controls. Before the first tap, the player shows the poster and loads no video data. */
export function VideoPlayer(props: VideoPlayerProps) {
	const { video, title, aspectRatio, fillsWidth = false, posterSizes, renew, onWatched } = props;
	const frame = useRef<HTMLElement>(null);
	const element = useRef<HTMLVideoElement>(null);
	const { renditions, hls, duration_ms } = video;
	const { session, playback } = usePlayback(element, { renditions, hls, duration: duration_ms / 1000, renew });
	const { isFullScreen, toggle: toggleFullScreen } = usePlayerFullScreen(frame, element);
	const { isVisible, show, hide } = useAutoHide(limits.player.hideAfter);
	const [focused, setFocused] = useState(false);
	const [jump, setJump] = useState<SeekJump | null>(null);
	const touched = useRef(false);
	const lastTap = useRef({ at: 0, side: 0 });

	const { watched } = playback;
	useEffect(() => onWatched?.(watched), [watched, onWatched]);

	const started = playback.phase === 'started';
	const captions = useCaptions(video.captions, started);
	const areControlsVisible = started && (playback.paused || isVisible || focused);

	function jumpTo(side: SeekJump['side']) {
		session.step(side * limits.player.step);
		setJump((before) => ({ side, count: (before?.count ?? 0) + 1 }));
		show();
	}

	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		// A focused button handles the space key itself.
		if (event.key === ' ' && event.target instanceof HTMLButtonElement) return show();
		if (playback.phase !== 'started') {
			if (event.target !== event.currentTarget || !['k', ' '].includes(event.key)) return;
			event.preventDefault();
			return session.toggle();
		}
		const actions: Record<string, () => void> = {
			' ': session.toggle,
			k: session.toggle,
			arrowleft: () => jumpTo(-1),
			j: () => jumpTo(-1),
			arrowright: () => jumpTo(1),
			l: () => jumpTo(1),
			m: session.toggleMuted,
			...(captions.hasCaptions && { c: captions.toggle }),
			f: toggleFullScreen,
			home: () => session.seek(0),
			end: () => session.seek(playback.duration),
		};
		const action = actions[event.key.toLowerCase()];
		show();
		if (!action) return;
		event.preventDefault();
		action();
	}

	function onSurface(event: MouseEvent) {
		if (!touched.current) return session.toggle();
		const box = event.currentTarget.getBoundingClientRect();
		const position = (event.clientX - box.left) / box.width;
		const side = position < 1 / 3 ? -1 : position > 2 / 3 ? 1 : 0;
		const again = event.timeStamp - lastTap.current.at < doubleTap && side === lastTap.current.side;
		lastTap.current = { at: event.timeStamp, side };
		if (again && side !== 0) return jumpTo(side);
		if (areControlsVisible && !playback.paused) hide();
		else show();
	}

	function start() {
		session.toggle();
		show();
		// The pressed button is removed, so the player gets the focus: its keyboard shortcuts need the focus inside the player.
		frame.current?.focus({ preventScroll: true });
	}

	return (
		<section
			ref={frame}
			aria-label={playerText.label(title)}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the player work wherever in it the focus is
			tabIndex={0}
			className={classes(frameClasses, started && !areControlsVisible && 'cursor-none')}
			style={{ aspectRatio: aspectRatio }}
			onKeyDown={onKeyDown}
			onPointerDown={(event) => {
				touched.current = event.pointerType === 'touch';
			}}
			onPointerMove={(event) => event.pointerType !== 'touch' && show()}
			onFocus={(event) => setFocused(event.target !== event.currentTarget && event.target.matches(':focus-visible'))}
			onBlur={() => setFocused(false)}
		>
			<video
				ref={element}
				preload="none"
				playsInline
				className={classes('absolute inset-0 size-full', getFitClasses(fillsWidth), !playback.visible && 'invisible')}
				{...session.events}
			>
				{captions.track}
			</video>
			{!playback.visible && <Poster video={video} fillsWidth={fillsWidth} sizes={posterSizes} />}
			{playback.phase === 'ready' && <PosterOverlay video={video} frame={frame} onPlay={start} />}
			{started && (
				<>
					{/* Handles taps and clicks anywhere on the video. Keyboards and screen readers use the buttons below. */}
					<div
						aria-hidden
						className="absolute inset-0 touch-manipulation select-none"
						onClick={onSurface}
						onDoubleClick={() => !touched.current && toggleFullScreen()}
					/>
					{jump && <JumpIndicator key={jump.count} side={jump.side} onDone={() => setJump(null)} />}
					{playback.waiting && !(playback.paused && playback.visible) && <LoadingOverlay />}
					<div
						className={classes(
							'pointer-events-none absolute inset-0 flex flex-col justify-end bg-gradient-to-t from-black/80 via-black/20 via-40% to-transparent transition-opacity',
							!areControlsVisible && 'opacity-0',
						)}
					>
						{!playback.waiting && (
							<CenterButton playback={playback} visible={areControlsVisible} onClick={session.toggle} />
						)}
						<ControlBar
							session={session}
							captions={captions.hasCaptions ? captions : null}
							playback={playback}
							visible={areControlsVisible}
							isFullScreen={isFullScreen}
							onToggleFullScreen={toggleFullScreen}
							onActivity={show}
						/>
					</div>
					<CaptionText
						text={captions.text}
						className={classes(
							'absolute inset-x-0 sm:[:fullscreen_&]:text-22',
							areControlsVisible ? 'bottom-25' : 'bottom-3',
						)}
					/>
				</>
			)}
			{playback.phase === 'failed' && (
				<ErrorOverlay title={playerText.failed} hint={playerText.failedHint} onRetry={start} />
			)}
		</section>
	);
}

/** Tracks whether an element is visible. `show` shows the element for `delay` milliseconds after the last call. */
function useAutoHide(delay: number) {
	const [isVisible, setVisible] = useState(false);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

	const hide = useCallback(() => {
		clearTimeout(timer.current);
		setVisible(false);
	}, []);
	const show = useCallback(() => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setVisible(false), delay);
		setVisible(true);
	}, [delay]);

	useEffect(() => () => clearTimeout(timer.current), []);
	return { isVisible, show, hide };
}
