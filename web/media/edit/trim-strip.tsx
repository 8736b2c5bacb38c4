import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import * as videoEditorText from '../../../text/web/video-editor.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { getTrimLimits, type TrimRange } from '../video-edit.ts';
import { formatTenths } from './format-tenths.ts';
import type { FrameReader } from './frame-reader.ts';

const frameCount = 8;
/** Size of a frame in the strip, in pixels of the canvas. */
const frame = { width: 80, height: 112 };
/** Milliseconds by which a handle moves: with arrow keys and the pointer, and with page keys. */
const step = 100;
const pageStep = 1000;

const handleTexts = {
	start: {
		name: videoEditorText.trimStart,
		earlier: videoEditorText.startEarlier,
		later: videoEditorText.startLater,
	},
	end: { name: videoEditorText.trimEnd, earlier: videoEditorText.endEarlier, later: videoEditorText.endLater },
};

interface TrimStripProps {
	part: TrimRange;
	/** Milliseconds, as all times here. */
	duration: number;
	clip: HTMLVideoElement;
	reader: FrameReader | null;
	onMove: (side: keyof TrimRange, time: number) => void;
}

/** Strip of frames with a handle at each end of the kept part. */
export function TrimStrip({ part, duration, clip, reader, onMove }: TrimStripProps) {
	const id = useId();
	const strip = useRef<HTMLDivElement>(null);
	/** Handle that was used last. */
	const [side, setSide] = useState<keyof TrimRange>('start');
	const share = (time: number) => `${(time / duration) * 100}%`;
	return (
		<section aria-labelledby={id} className="flex flex-col gap-2">
			<div className="flex items-baseline justify-between gap-3">
				<h3 id={id} className="font-semibold text-14">
					{videoEditorText.trim}
				</h3>
				<p className="text-14 text-quiet tabular-nums">
					{videoEditorText.trimRange(
						formatTenths(part.start),
						formatTenths(part.end),
						formatSeconds(part.end - part.start),
					)}
				</p>
			</div>
			{/* The margins are the width of the handles, which stand outside the kept part. */}
			<div ref={strip} className="relative mx-11 h-14 select-none">
				<Frames reader={reader} duration={duration} />
				<span aria-hidden className="absolute inset-y-0 left-0 bg-card/75" style={{ width: share(part.start) }} />
				<span aria-hidden className="absolute inset-y-0 right-0 bg-card/75" style={{ left: share(part.end) }} />
				<span
					aria-hidden
					className="absolute inset-y-0 border-leaf border-y-3"
					style={{ left: share(part.start), right: share(duration - part.end) }}
				/>
				<Position clip={clip} duration={duration} />
				{(['start', 'end'] as const).map((side) => (
					<Handle
						key={side}
						side={side}
						part={part}
						duration={duration}
						getStrip={() => strip.current?.getBoundingClientRect()}
						onUse={() => setSide(side)}
						onMove={(time) => onMove(side, time)}
					/>
				))}
			</div>
			<StepButtons side={side} time={part[side]} onMove={(time) => onMove(side, time)} />
		</section>
	);
}

function Frames({ reader, duration }: { reader: FrameReader | null; duration: number }) {
	const canvas = useRef<HTMLCanvasElement>(null);
	useEffect(() => {
		const context = canvas.current?.getContext('2d');
		if (!reader || !context) return;
		const controller = new AbortController();
		for (let index = 0; index < frameCount; index++) {
			const time = (duration * (index + 0.5)) / frameCount;
			void reader.readFrame(time, (shown) => drawCovering(context, shown, index * frame.width), controller.signal);
		}
		return () => controller.abort();
	}, [reader, duration]);
	return (
		<canvas
			ref={canvas}
			aria-hidden
			width={frameCount * frame.width}
			height={frame.height}
			className="block size-full bg-sunken"
		/>
	);
}

/** Draws the middle of a frame into the strip. */
function drawCovering(context: CanvasRenderingContext2D, shown: HTMLVideoElement, left: number) {
	const { videoWidth, videoHeight } = shown;
	const scale = Math.max(frame.width / videoWidth, frame.height / videoHeight);
	const [width, height] = [frame.width / scale, frame.height / scale];
	const [x, y] = [(videoWidth - width) / 2, (videoHeight - height) / 2];
	context.drawImage(shown, x, y, width, height, left, 0, frame.width, frame.height);
}

/** Line at the clip's current time. */
function Position({ clip, duration }: { clip: HTMLVideoElement; duration: number }) {
	const [time, setTime] = useState(0);
	useEffect(() => {
		const update = () => setTime(clip.currentTime * 1000);
		clip.addEventListener('timeupdate', update);
		return () => clip.removeEventListener('timeupdate', update);
	}, [clip]);
	return (
		<span
			aria-hidden
			className="absolute inset-y-0 -ml-px w-0.5 bg-white shadow-soft"
			style={{ left: `${Math.min(1, time / duration) * 100}%` }}
		/>
	);
}

interface HandleProps {
	side: keyof TrimRange;
	part: TrimRange;
	duration: number;
	getStrip: () => DOMRect | undefined;
	onUse: () => void;
	onMove: (time: number) => void;
}

function Handle({ side, part, duration, getStrip, onUse, onMove }: HandleProps) {
	const range = useRef<HTMLInputElement>(null);
	/** Pointer that drags the handle, and its distance in pixels from the handle's time; null if none does. */
	const grip = useRef<{ pointerId: number; offset: number } | null>(null);
	const [min, max] = getTrimLimits(part, side, duration);
	const time = part[side];
	const isStart = side === 'start';

	function onPointerDown({ isPrimary, button, currentTarget, pointerId, clientX }: PointerEvent) {
		const strip = getStrip();
		if (!strip || !isPrimary || button !== 0) return;
		currentTarget.setPointerCapture(pointerId);
		grip.current = { pointerId, offset: clientX - strip.left - (time / duration) * strip.width };
		onUse();
	}
	function onPointerMove({ pointerId, clientX }: PointerEvent) {
		const strip = getStrip();
		if (!strip || grip.current?.pointerId !== pointerId) return;
		onMove(round(((clientX - grip.current.offset - strip.left) / strip.width) * duration));
	}
	function release({ pointerId }: PointerEvent) {
		if (grip.current?.pointerId !== pointerId) return;
		grip.current = null;
		range.current?.focus();
	}
	function onKeyDown(event: KeyboardEvent) {
		const moves: Record<string, number> = { PageDown: -pageStep, PageUp: pageStep };
		const move = moves[event.key];
		if (move === undefined) return;
		event.preventDefault();
		onMove(time + move);
	}

	return (
		<div
			onPointerDown={onPointerDown}
			onPointerMove={onPointerMove}
			onPointerUp={release}
			onPointerCancel={release}
			className={classes(
				'absolute inset-y-0 flex w-11 cursor-ew-resize touch-none rounded-control outline-leaf outline-offset-2 has-focus-visible:outline-2',
				isStart && '-translate-x-full justify-end',
			)}
			style={{ left: `${(time / duration) * 100}%` }}
		>
			{/* The pointer drags the handle, because a range would jump to the pointer. */}
			<input
				ref={range}
				type="range"
				aria-label={handleTexts[side].name}
				aria-valuetext={formatTenths(time)}
				min={toSteps(min)}
				max={toSteps(max)}
				value={toSteps(time)}
				onChange={({ target }) => onMove(target.valueAsNumber * step)}
				onFocus={onUse}
				onKeyDown={onKeyDown}
				className="pointer-events-none absolute inset-0 size-full opacity-0"
			/>
			<span
				aria-hidden
				className={classes(
					'flex w-4 items-center justify-center bg-leaf',
					isStart ? 'rounded-l-control' : 'rounded-r-control',
				)}
			>
				<span className="h-5 w-0.5 rounded-full bg-on-leaf" />
			</span>
		</div>
	);
}

interface StepButtonsProps {
	side: keyof TrimRange;
	time: number;
	onMove: (time: number) => void;
}

/** Moves a handle by single steps. In a long clip, the pointer moves it by more than a step per pixel. */
function StepButtons({ side, time, onMove }: StepButtonsProps) {
	const { name, earlier, later } = handleTexts[side];
	return (
		<div className="flex items-center justify-between gap-2">
			<Button variant="quiet" onClick={() => onMove((toSteps(time) - 1) * step)}>
				<span className="sr-only">{earlier}</span> {videoEditorText.stepBack}
			</Button>
			<span className="text-14 tabular-nums">{videoEditorText.handleTime(name, formatTenths(time))}</span>
			<Button variant="quiet" onClick={() => onMove((toSteps(time) + 1) * step)}>
				<span className="sr-only">{later}</span> {videoEditorText.stepForward}
			</Button>
		</div>
	);
}

/** Returns the steps of a slider up to `time`. The last one may be shorter, because a duration is not a multiple of a step. */
function toSteps(time: number): number {
	return Math.ceil(time / step);
}

function formatSeconds(milliseconds: number): string {
	return (milliseconds / 1000).toFixed(1);
}

function round(time: number): number {
	return Math.round(time / step) * step;
}
