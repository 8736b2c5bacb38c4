import { useEffect, useRef } from 'react';
import type { Size } from '../crop.ts';
import { drawOverlay } from '../draw-overlay.ts';

/** Text over a clip of this size, as the edited video shows it. Fills its parent. */
export function OverlayCanvas({ text, width, height }: Size & { text: string }) {
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
