import { ImagePlay } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import * as videoEditorText from '../../../text/web/video-editor.ts';
import { Button } from '../../ui/button.tsx';
import type { Size } from '../crop.ts';
import { getPosterLimits, type TrimRange } from '../video-edit.ts';
import { formatTenths } from './format-tenths.ts';
import { drawFrame, type FrameReader } from './frame-reader.ts';

interface CoverFieldProps {
	part: TrimRange;
	/** Time of the poster in milliseconds; null if the server chooses one. */
	poster: number | null;
	overlay: string;
	reader: FrameReader | null;
	size: Size;
	onChange: (poster: number | null) => void;
}

/** Chooses the frame that becomes the poster. */
export function CoverField({ part, poster, overlay, reader, size, onChange }: CoverFieldProps) {
	const id = useId();
	const [min, max] = getPosterLimits(part);
	const range = useRef<HTMLInputElement>(null);

	function clear() {
		onChange(null);
		// The button disappears, so the slider gets the focus.
		range.current?.focus();
	}

	return (
		<section aria-labelledby={id} className="flex flex-col gap-2">
			<h3 id={id} className="font-semibold text-14">
				{videoEditorText.cover}
			</h3>
			<div className="flex items-start gap-3">
				{poster === null ? (
					<span className="flex size-20 shrink-0 items-center justify-center rounded-control bg-sunken">
						<ImagePlay aria-hidden className="size-6 text-quiet" />
					</span>
				) : (
					<CoverPicture time={poster} overlay={overlay} reader={reader} size={size} />
				)}
				<div className="flex min-w-0 flex-1 flex-col">
					<input
						ref={range}
						type="range"
						aria-labelledby={id}
						aria-valuetext={poster === null ? videoEditorText.coverByUs : formatTenths(poster)}
						min={min}
						max={max}
						step={100}
						value={poster ?? min}
						onChange={({ target }) => onChange(target.valueAsNumber)}
						className="h-11 w-full accent-leaf"
					/>
					<p className="text-14 text-quiet">
						{poster === null ? videoEditorText.coverByUs : videoEditorText.coverAt(formatTenths(poster))}
					</p>
					{poster !== null && (
						<Button variant="plain" className="-ml-4 self-start" onClick={clear}>
							{videoEditorText.chooseForMe}
						</Button>
					)}
				</div>
			</div>
		</section>
	);
}

interface CoverPictureProps {
	time: number;
	overlay: string;
	reader: FrameReader | null;
	size: Size;
}

function CoverPicture({ time, overlay, reader, size: { width, height } }: CoverPictureProps) {
	const canvas = useRef<HTMLCanvasElement>(null);
	useEffect(() => {
		const context = canvas.current?.getContext('2d');
		if (!reader || !context) return;
		const controller = new AbortController();
		const size = { width, height };
		void reader.readFrame(time, (frame) => drawFrame(context, frame, overlay, size), controller.signal);
		return () => controller.abort();
	}, [reader, time, overlay, width, height]);
	return (
		<canvas
			ref={canvas}
			role="img"
			aria-label={videoEditorText.coverPreview}
			width={width}
			height={height}
			className="size-20 shrink-0 rounded-control bg-sunken object-cover"
		/>
	);
}
