import { type PointerEvent, useRef, useState } from 'react';
import * as playerText from '../../text/web/player.ts';
import { formatDuration } from '../platform/duration.ts';

interface SeekBarProps {
	/** Current time in seconds, like `duration` and `loaded`. */
	time: number;
	duration: number;
	loaded: number;
	onSeek: (seconds: number) => void;
}

/** Shows and changes the position. A drag seeks when it ends. The range input serves keyboards and screen readers. */
export function SeekBar({ time, duration, loaded, onSeek }: SeekBarProps) {
	const bar = useRef<HTMLDivElement>(null);
	const [dragged, setDragged] = useState<number | null>(null);
	const shownTime = dragged ?? time;

	function timeAt({ clientX }: PointerEvent): number {
		const box = bar.current?.getBoundingClientRect();
		if (!box || box.width === 0) return 0;
		return Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * duration;
	}

	return (
		// Pointers use these handlers. Keyboards and screen readers use the range input, which does the same.
		<div
			className="group/seek relative flex h-11 cursor-pointer touch-none items-end pb-3"
			onPointerDown={(event) => {
				if (event.button !== 0) return;
				event.currentTarget.setPointerCapture(event.pointerId);
				setDragged(timeAt(event));
			}}
			onPointerMove={(event) => {
				if (dragged !== null) setDragged(timeAt(event));
			}}
			onPointerUp={(event) => {
				if (dragged === null) return;
				setDragged(null);
				// The drag seeks only on release, because every position on the way would load data.
				onSeek(timeAt(event));
			}}
			onPointerCancel={() => setDragged(null)}
		>
			<input
				type="range"
				aria-label={playerText.seek}
				aria-valuetext={playerText.position(formatDuration(shownTime), formatDuration(duration))}
				min={0}
				max={Math.max(duration, 0.1)}
				step="any"
				value={Math.min(shownTime, duration)}
				onChange={(event) => onSeek(event.target.valueAsNumber)}
				className="peer pointer-events-none absolute inset-0 m-0 w-full opacity-0"
			/>
			<div
				ref={bar}
				className="relative h-1 w-full rounded-full bg-white/30 outline-white outline-offset-4 transition-[height] peer-focus-visible:outline-2 group-hover/seek:h-1.5"
			>
				<BarSegment value={loaded} max={duration} className="bg-white/40" />
				<BarSegment value={shownTime} max={duration} className="bg-[#4cd29a]" />
				{/* A transform moves the handle, because a changed position would count as a layout shift. */}
				<span
					aria-hidden
					className="absolute inset-0"
					style={{ transform: `translateX(${percent(shownTime, duration)})` }}
				>
					<span className="absolute top-1/2 size-3.5 -translate-1/2 rounded-full bg-white shadow-soft" />
				</span>
				{dragged !== null && (
					<span
						aria-hidden
						className="absolute bottom-5 -translate-x-1/2 rounded-full bg-black/80 px-2.5 py-1 font-semibold text-12 text-white tabular-nums"
						style={{ left: `clamp(1.5rem, ${percent(dragged, duration)}, calc(100% - 1.5rem))` }}
					>
						{formatDuration(dragged)}
					</span>
				)}
			</div>
		</div>
	);
}

function BarSegment({ value, max, className }: { value: number; max: number; className: string }) {
	return (
		<span className={`absolute inset-y-0 left-0 rounded-full ${className}`} style={{ width: percent(value, max) }} />
	);
}

function percent(part: number, whole: number): string {
	return `${whole > 0 ? Math.min(100, Math.max(0, (part / whole) * 100)) : 0}%`;
}
