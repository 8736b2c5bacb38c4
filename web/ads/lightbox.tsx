import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Picture as PictureData } from '../../contract/media/media.ts';
import * as commonText from '../../text/shared/common.ts';
import * as galleryText from '../../text/web/gallery.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Picture } from '../ui/picture.tsx';
import { ReducedDataProvider } from '../ui/reduced-data.ts';

export interface LightboxProps {
	pictures: readonly PictureData[];
	title: string;
	initialIndex: number;
	onClose: () => void;
}

/** Width of a zoomed picture, as a multiple of the screen's width. */
const zoomFactor = 2.5;

/** Full-screen view of an ad's pictures. A tap zooms in and a drag pans. */
export function Lightbox({ pictures, title, initialIndex, onClose }: LightboxProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const viewport = useRef<HTMLDivElement>(null);
	const [current, setCurrent] = useState(initialIndex);
	const [isZoomed, setZoomed] = useState(false);
	const picture = pictures[current];

	useEffect(() => {
		const element = dialog.current;
		const { overflow } = document.documentElement.style;
		element?.showModal();
		document.documentElement.style.overflow = 'hidden';
		return () => {
			document.documentElement.style.overflow = overflow;
			element?.close();
		};
	}, []);

	function showPicture(to: number) {
		setZoomed(false);
		setCurrent(Math.min(pictures.length - 1, Math.max(0, to)));
	}

	function onKeyDown({ key }: KeyboardEvent) {
		if (isZoomed || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
		showPicture(key === 'ArrowLeft' ? current - 1 : current + 1);
	}

	function toggleZoom({ clientX, clientY, detail }: MouseEvent) {
		const frame = viewport.current;
		setZoomed(!isZoomed);
		if (!frame || isZoomed) return;
		// A click by keyboard (`detail` 0) has no position, so it zooms to the centre.
		const [x, y] = detail === 0 ? [0.5, 0.5] : [clientX / frame.clientWidth, clientY / frame.clientHeight];
		requestAnimationFrame(() =>
			frame.scrollTo((frame.scrollWidth - frame.clientWidth) * x, (frame.scrollHeight - frame.clientHeight) * y),
		);
	}

	return (
		<dialog
			ref={dialog}
			aria-label={title}
			onClose={onClose}
			onKeyDown={onKeyDown}
			className="fixed inset-0 size-full max-h-none max-w-none animate-appear bg-black text-white"
		>
			<div ref={viewport} className="size-full overflow-auto">
				{picture && (
					<button
						type="button"
						aria-label={isZoomed ? galleryText.zoomOut : galleryText.zoomIn}
						aria-pressed={isZoomed}
						onClick={toggleZoom}
						style={isZoomed ? { width: `${zoomFactor * 100}%`, height: `${zoomFactor * 100}%` } : undefined}
						className={classes('block', isZoomed ? 'cursor-zoom-out' : 'size-full cursor-zoom-in')}
					>
						{/* A zoomed picture needs full resolution even with data saver on. */}
						<ReducedDataProvider value={false}>
							<Picture
								key={picture.url}
								picture={{ ...picture, placeholder: null }}
								alt={title}
								sizes={isZoomed ? `${zoomFactor * 100}vw` : '100vw'}
								eager
								className="size-full bg-transparent object-contain"
							/>
						</ReducedDataProvider>
					</button>
				)}
			</div>
			<IconButton
				label={commonText.close}
				variant="over"
				onClick={() => dialog.current?.close()}
				className="fixed top-[max(0.75rem,env(safe-area-inset-top))] right-3"
			>
				<X aria-hidden className="size-6" />
			</IconButton>
			{pictures.length > 1 && (
				<div className="pointer-events-none fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] flex items-center justify-center gap-3">
					<IconButton
						label={galleryText.previousPicture}
						variant="over"
						disabled={current === 0}
						onClick={() => showPicture(current - 1)}
						className="pointer-events-auto"
					>
						<ChevronLeft aria-hidden className="size-6" />
					</IconButton>
					<span className="rounded-full bg-black/55 px-3 py-1 font-semibold text-14 tabular-nums" role="status">
						{current + 1} / {pictures.length}
					</span>
					<IconButton
						label={galleryText.nextPicture}
						variant="over"
						disabled={current === pictures.length - 1}
						onClick={() => showPicture(current + 1)}
						className="pointer-events-auto"
					>
						<ChevronRight aria-hidden className="size-6" />
					</IconButton>
				</div>
			)}
		</dialog>
	);
}
