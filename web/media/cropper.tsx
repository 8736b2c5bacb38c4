import { type PointerEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import * as mediaLimits from '../../contract/media/limits.ts';
import * as commonText from '../../text/shared/common.ts';
import * as mediaText from '../../text/web/media.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { type Crop, centeredCrop, dragCrop, getCropSquare, maxZoom, type Size, zoomCrop } from './crop.ts';
import { useObjectUrl } from './object-url.ts';
import { drawPicture } from './picture-file.ts';

interface CropperProps {
	file: Blob;
	busy: boolean;
	onDone: (square: Blob) => void;
	onCancel: () => void;
	/** Called if the browser cannot read the picture or encode the square. */
	onUnreadable: () => void;
}

/** Crops a square out of a picture by drag, pinch, wheel or sliders. Previews the square in a circle, as in avatars. */
export function Cropper({ file, busy, onDone, onCancel, onUnreadable }: CropperProps) {
	const url = useObjectUrl(file);
	const image = useRef<HTMLImageElement>(null);
	const [size, setSize] = useState<Size | null>(null);
	const [crop, setCrop] = useState<Crop>(centeredCrop);
	const pointers = usePointers((right, down, factor) =>
		setCrop((crop) => (size ? zoomCrop(size, dragCrop(size, crop, right, down), crop.zoom * factor) : crop)),
	);
	const frame = useWheel((factor) => setCrop((crop) => (size ? zoomCrop(size, crop, crop.zoom * factor) : crop)));

	function onLoad({ currentTarget }: SyntheticEvent<HTMLImageElement>) {
		const { naturalWidth: width, naturalHeight: height } = currentTarget;
		if (width > 0 && height > 0) setSize({ width, height });
		else onUnreadable();
	}

	async function cropPicture() {
		const source = image.current;
		if (!source || !size) return;
		const { left, top, side } = getCropSquare(size, crop);
		const target = Math.max(1, Math.min(mediaLimits.avatarSide, Math.round(side)));
		const square = await drawPicture(target, target, (context) =>
			context.drawImage(source, left, top, side, side, 0, 0, target, target),
		);
		if (square) onDone(square);
		else onUnreadable();
	}

	const square = size && getCropSquare(size, crop);
	return (
		<div className="flex flex-col gap-4">
			<div
				ref={frame}
				{...(busy ? {} : pointers)}
				className="relative mx-auto aspect-square w-full max-w-72 cursor-grab touch-none select-none overflow-hidden rounded-card bg-sunken active:cursor-grabbing"
			>
				{url && (
					<img
						ref={image}
						src={url}
						alt={mediaText.chosenPicture}
						draggable={false}
						onLoad={onLoad}
						onError={onUnreadable}
						className="pointer-events-none absolute max-w-none"
						style={
							square
								? {
										width: `${(size.width / square.side) * 100}%`,
										height: `${(size.height / square.side) * 100}%`,
										left: `${(-square.left / square.side) * 100}%`,
										top: `${(-square.top / square.side) * 100}%`,
									}
								: { visibility: 'hidden' }
						}
					/>
				)}
				{/* Darkens the corners of the square, which a round avatar does not show. */}
				<span
					aria-hidden
					className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_20rem_rgb(0_0_0/0.5)]"
				/>
				{!size && (
					<span className="absolute inset-0 flex items-center justify-center">
						<Spinner label={mediaText.readingPicture} />
					</span>
				)}
			</div>
			{size && (
				<div className="grid gap-1">
					<Slider
						label={mediaText.cropZoom}
						min={1}
						max={maxZoom}
						value={crop.zoom}
						disabled={busy}
						valueText={`${Math.round(crop.zoom * 100)}%`}
						onChange={(zoom) => setCrop(zoomCrop(size, crop, zoom))}
					/>
					<Slider
						label={mediaText.cropAcross}
						value={crop.x}
						disabled={busy || size.width <= getCropSquare(size, crop).side}
						valueText={mediaText.cropAcrossBy(Math.round(crop.x * 100))}
						onChange={(x) => setCrop({ ...crop, x })}
					/>
					<Slider
						label={mediaText.cropDown}
						value={crop.y}
						disabled={busy || size.height <= getCropSquare(size, crop).side}
						valueText={mediaText.cropDownBy(Math.round(crop.y * 100))}
						onChange={(y) => setCrop({ ...crop, y })}
					/>
				</div>
			)}
			<div className="flex flex-wrap gap-2">
				<Button loading={busy} disabled={!size} onClick={() => void cropPicture()}>
					{mediaText.usePicture}
				</Button>
				<Button variant="quiet" disabled={busy} onClick={onCancel}>
					{commonText.cancel}
				</Button>
			</div>
		</div>
	);
}

interface SliderProps {
	label: string;
	min?: number;
	max?: number;
	value: number;
	disabled: boolean;
	/** Value of the slider in words, for screen readers. */
	valueText: string;
	onChange: (value: number) => void;
}

function Slider({ label, min = 0, max = 1, value, disabled, valueText, onChange }: SliderProps) {
	return (
		<label className="grid min-h-11 grid-cols-[4rem_1fr] items-center gap-3 text-14">
			{label}
			<input
				type="range"
				min={min}
				max={max}
				step={0.01}
				value={value}
				disabled={disabled}
				aria-valuetext={valueText}
				onChange={({ target }) => onChange(target.valueAsNumber)}
				className="h-11 w-full accent-leaf disabled:opacity-40"
			/>
		</label>
	);
}

/** Handles drag and pinch. `onMove` receives the movement as shares of the frame's width, and the zoom factor. */
function usePointers(onMove: (right: number, down: number, factor: number) => void) {
	const pointers = useRef(new Map<number, { x: number; y: number }>());

	function release({ pointerId }: PointerEvent) {
		pointers.current.delete(pointerId);
	}

	return {
		onPointerDown(event: PointerEvent) {
			event.currentTarget.setPointerCapture(event.pointerId);
			pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
		},
		onPointerMove(event: PointerEvent) {
			const before = pointers.current.get(event.pointerId);
			if (!before) return;
			const now = { x: event.clientX, y: event.clientY };
			const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
			const distance = (point: typeof now) => (other ? Math.hypot(point.x - other.x, point.y - other.y) : 1);
			pointers.current.set(event.pointerId, now);
			// Each of several fingers contributes its share of the movement.
			const share = event.currentTarget.clientWidth * pointers.current.size;
			onMove((now.x - before.x) / share, (now.y - before.y) / share, distance(now) / Math.max(1, distance(before)));
		},
		onPointerUp: release,
		onPointerCancel: release,
	};
}

/** Zooms by wheel. React registers passive wheel listeners, which cannot prevent the page from scrolling. */
function useWheel(onZoom: (factor: number) => void) {
	const frame = useRef<HTMLDivElement>(null);
	const latest = useRef(onZoom);
	useEffect(() => {
		latest.current = onZoom;
	});
	useEffect(() => {
		const element = frame.current;
		function onWheel(event: WheelEvent) {
			event.preventDefault();
			latest.current(Math.exp(-event.deltaY / 500));
		}
		element?.addEventListener('wheel', onWheel, { passive: false });
		return () => element?.removeEventListener('wheel', onWheel);
	}, []);
	return frame;
}
