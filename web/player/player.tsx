import {
	LoaderCircle,
	Maximize,
	Minimize,
	Pause,
	Play,
	RotateCcw,
	RotateCw,
	TriangleAlert,
	Volume2,
	VolumeX,
} from 'lucide-react';
import {
	type ComponentProps,
	type KeyboardEvent,
	type MouseEvent,
	type ReactNode,
	useEffect,
	useRef,
	useState,
} from 'react';
import { limits } from '../../contract/limits.ts';
import type { Video } from '../../contract/media.ts';
import { minutesAndSeconds } from '../platform/duration.ts';
import { megabytes } from '../platform/file-size.ts';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { frameClasses, Poster, shapeOf } from './frame.tsx';
import { useFullScreen } from './full-screen.ts';
import { sourcesOn, usePlayback } from './playback.ts';
import { SeekBar } from './seek-bar.tsx';
import { useHiding } from './use-hiding.ts';

/** Milliseconds in which a second tap makes a double one. */
const doubleTap = 300;

interface VideoPlayerProps {
	video: Video;
	/** What it is called. */
	title: string;
}

/** A video with its controls. Until the first tap there is a poster, and not a byte of the video is loaded. */
export function VideoPlayer({ video, title }: VideoPlayerProps) {
	const frame = useRef<HTMLElement>(null);
	const element = useRef<HTMLVideoElement>(null);
	const { renditions, duration_ms } = video;
	const player = usePlayback({ video: element, renditions, duration: duration_ms / 1000 });
	const { playback } = player;
	const { full, toggle: toggleFull } = useFullScreen(frame, element);
	const { awake, wake, sleep } = useHiding(limits.player.hideAfter);
	const [focused, setFocused] = useState(false);
	const [jump, setJump] = useState<Jump | null>(null);
	const touched = useRef(false);
	const lastTap = useRef({ at: 0, side: 0 });

	const started = playback.phase === 'started';
	const controls = started && (playback.paused || awake || focused);

	function jumpTo(side: Jump['side']) {
		player.step(side * limits.player.step);
		setJump((before) => ({ side, count: (before?.count ?? 0) + 1 }));
		wake();
	}

	function onKeyDown(event: KeyboardEvent<HTMLElement>) {
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		// A button does its own work when space is pressed on it.
		if (event.key === ' ' && event.target instanceof HTMLButtonElement) return wake();
		if (playback.phase !== 'started') {
			if (event.target !== event.currentTarget || !['k', ' '].includes(event.key)) return;
			event.preventDefault();
			return player.toggle();
		}
		const actions: Record<string, () => void> = {
			' ': player.toggle,
			k: player.toggle,
			arrowleft: () => jumpTo(-1),
			j: () => jumpTo(-1),
			arrowright: () => jumpTo(1),
			l: () => jumpTo(1),
			m: player.toggleMuted,
			f: toggleFull,
			home: () => player.seek(0),
			end: () => player.seek(playback.duration),
		};
		const act = actions[event.key.toLowerCase()];
		wake();
		if (!act) return;
		event.preventDefault();
		act();
	}

	function onSurface(event: MouseEvent) {
		if (!touched.current) return player.toggle();
		const box = event.currentTarget.getBoundingClientRect();
		const place = (event.clientX - box.left) / box.width;
		const side = place < 1 / 3 ? -1 : place > 2 / 3 ? 1 : 0;
		const again = event.timeStamp - lastTap.current.at < doubleTap && side === lastTap.current.side;
		lastTap.current = { at: event.timeStamp, side };
		if (again && side !== 0) return jumpTo(side);
		if (controls && !playback.paused) sleep();
		else wake();
	}

	function begin() {
		player.toggle();
		wake();
		// The button that was pressed goes away; the keys go on working.
		frame.current?.focus({ preventScroll: true });
	}

	return (
		<section
			ref={frame}
			aria-label={`Video: ${title}`}
			// The keys of the player work wherever in it the focus is.
			tabIndex={0}
			className={classes(frameClasses, started && !controls && 'cursor-none')}
			style={shapeOf(video)}
			onKeyDown={onKeyDown}
			onPointerDown={(event) => {
				touched.current = event.pointerType === 'touch';
			}}
			onPointerMove={(event) => event.pointerType !== 'touch' && wake()}
			onFocus={(event) => setFocused(event.target !== event.currentTarget && event.target.matches(':focus-visible'))}
			onBlur={() => setFocused(false)}
		>
			<video
				ref={element}
				preload="none"
				playsInline
				className={classes('absolute inset-0 size-full object-contain', !playback.visible && 'invisible')}
				{...player.events}
			/>
			{!playback.visible && <Poster video={video} />}
			{playback.phase === 'ready' && <Cover video={video} frame={frame} onPlay={begin} />}
			{started && (
				<>
					{/* Taps and clicks anywhere; the buttons below say the same to keyboards. */}
					<div
						aria-hidden
						className="absolute inset-0 touch-manipulation select-none"
						onClick={onSurface}
						onDoubleClick={() => !touched.current && toggleFull()}
					/>
					{jump && <JumpMark key={jump.count} side={jump.side} onDone={() => setJump(null)} />}
					{playback.waiting && !(playback.paused && playback.visible) && <Waiting />}
					<div
						className={classes(
							'pointer-events-none absolute inset-0 flex flex-col justify-end bg-gradient-to-t from-black/80 via-black/20 via-40% to-transparent transition-opacity',
							!controls && 'opacity-0',
						)}
					>
						{!playback.waiting && (
							<BigButton onClick={player.toggle} active={controls}>
								<PlayIcon playback={playback} className="size-8" />
							</BigButton>
						)}
						<div
							className={classes('px-3 pb-1 sm:px-4 sm:pb-2', controls && 'pointer-events-auto')}
							onPointerDown={wake}
						>
							<SeekBar
								time={playback.time}
								duration={playback.duration}
								loaded={playback.loaded}
								onSeek={(time) => {
									player.seek(time);
									wake();
								}}
							/>
							<div className="-mx-2 flex items-center">
								<Control
									label={playback.ended ? 'Play again' : playback.paused ? 'Play' : 'Pause'}
									onClick={player.toggle}
								>
									<PlayIcon playback={playback} className="size-6" />
								</Control>
								<Control label={`Back ${limits.player.step} seconds`} onClick={player.back}>
									<StepIcon Icon={RotateCcw} />
								</Control>
								<Control label={`Forward ${limits.player.step} seconds`} onClick={player.forward}>
									<StepIcon Icon={RotateCw} />
								</Control>
								<Control label={playback.muted ? 'Unmute' : 'Mute'} onClick={player.toggleMuted}>
									{playback.muted ? (
										<VolumeX aria-hidden className="size-6" />
									) : (
										<Volume2 aria-hidden className="size-6" />
									)}
								</Control>
								<span className="ml-1 whitespace-nowrap text-14 tabular-nums">
									{minutesAndSeconds(playback.time)} / {minutesAndSeconds(playback.duration)}
								</span>
								<Control className="ml-auto" label={full ? 'Leave full screen' : 'Full screen'} onClick={toggleFull}>
									{full ? <Minimize aria-hidden className="size-6" /> : <Maximize aria-hidden className="size-6" />}
								</Control>
							</div>
						</div>
					</div>
				</>
			)}
			{playback.phase === 'failed' && <Failed onRetry={begin} />}
		</section>
	);
}

/** What stands over the poster before the first tap: how to play it, how long it is and how much data it costs. */
function Cover({ video, frame, onPlay }: { video: Video; frame: { current: HTMLElement | null }; onPlay: () => void }) {
	// Known once the page is there: it depends on the screen and the connection.
	const [bytes, setBytes] = useState<number | null>(null);
	useEffect(() => {
		const chosen = frame.current && sourcesOn(frame.current, video.renditions)[0];
		setBytes(chosen?.bytes ?? null);
	}, [frame, video.renditions]);
	const length = minutesAndSeconds(video.duration_ms / 1000);
	return (
		<>
			<button type="button" aria-label="Play" onClick={onPlay} className="group absolute inset-0 outline-none">
				<span className="absolute top-1/2 left-1/2 inline-flex size-18 -translate-1/2 items-center justify-center rounded-full bg-black/65 outline-white transition-transform group-focus-visible:outline-3 group-active:scale-95 motion-safe:group-hover:scale-105">
					<Play aria-hidden fill="currentColor" className="ml-1 size-8" />
				</span>
			</button>
			<p className="pointer-events-none absolute bottom-3 left-3 rounded-full bg-black/70 px-3 py-1 font-semibold text-14 tabular-nums">
				{length}
				{bytes !== null && ` · ${megabytes(bytes)}`}
			</p>
		</>
	);
}

function Failed({ onRetry }: { onRetry: () => void }) {
	return (
		<div
			role="alert"
			className="absolute inset-0 flex flex-col items-center justify-center gap-2 bg-black/80 p-4 text-center"
		>
			<TriangleAlert aria-hidden className="size-8" />
			<p className="font-semibold">This video could not be played.</p>
			<p className="text-14 text-white/80">Check your connection and try again.</p>
			<Button className="mt-1" onClick={onRetry}>
				Try again
			</Button>
		</div>
	);
}

function Waiting() {
	return (
		<div role="status" className="pointer-events-none absolute inset-0 flex items-center justify-center">
			<span className="inline-flex size-18 items-center justify-center rounded-full bg-black/45">
				<LoaderCircle aria-hidden className="size-9 animate-spin" />
			</span>
			<span className="sr-only">Loading the video</span>
		</div>
	);
}

function Control({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
	return (
		<button
			type="button"
			aria-label={label}
			title={label}
			className={classes(
				'inline-flex size-11 shrink-0 items-center justify-center rounded-full outline-white hover:bg-white/20',
				className,
			)}
			{...rest}
		/>
	);
}

/** For thumbs, in the middle. The bar has the same button for everyone else. */
function BigButton({ active, onClick, children }: { active: boolean; onClick: () => void; children: ReactNode }) {
	return (
		<button
			type="button"
			aria-hidden
			tabIndex={-1}
			onClick={onClick}
			className={classes(
				'absolute top-1/2 left-1/2 hidden size-16 -translate-1/2 items-center justify-center rounded-full bg-black/55 pointer-coarse:inline-flex',
				active && 'pointer-events-auto',
			)}
		>
			{children}
		</button>
	);
}

function PlayIcon({ playback, className }: { playback: { paused: boolean; ended: boolean }; className: string }) {
	if (playback.ended) return <RotateCcw aria-hidden className={className} />;
	const Icon = playback.paused ? Play : Pause;
	return <Icon aria-hidden fill="currentColor" className={className} />;
}

function StepIcon({ Icon }: { Icon: typeof RotateCw }) {
	return (
		<span aria-hidden className="relative inline-flex">
			<Icon className="size-6.5" strokeWidth={1.75} />
			<span className="absolute inset-0 flex items-center justify-center font-bold text-[8px] leading-none">
				{limits.player.step}
			</span>
		</span>
	);
}

interface Jump {
	side: -1 | 1;
	count: number;
}

function JumpMark({ side, onDone }: { side: Jump['side']; onDone: () => void }) {
	return (
		<div
			aria-hidden
			onAnimationEnd={onDone}
			className={classes(
				'pointer-events-none absolute inset-y-0 flex w-1/3 animate-[appear_500ms_ease-out_reverse_forwards] items-center justify-center bg-white/15 font-semibold text-14',
				side < 0 ? 'left-0 rounded-r-full' : 'right-0 rounded-l-full',
			)}
		>
			{side < 0 ? '−' : '+'}
			{limits.player.step} s
		</div>
	);
}
