import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Picture as PictureData } from '../../contract/media.ts';
import * as commonText from '../../contract/text/common.ts';
import * as mediaText from '../../contract/text/media.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { LessDataProvider } from '../ui/less-data.ts';
import { Picture } from '../ui/picture.tsx';

export interface ZoomProps {
	pictures: readonly PictureData[];
	title: string;
	/** Index of the picture it opens with. */
	first: number;
	onClose: () => void;
}

/** How much larger than the screen a picture becomes. */
const factor = 2.5;

/** A picture over the whole screen: a tap comes closer, dragging looks around, two fingers pinch. */
export function Zoom({ pictures, title, first, onClose }: ZoomProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const view = useRef<HTMLDivElement>(null);
	const [at, setAt] = useState(first);
	const [close, setClose] = useState(false);
	const picture = pictures[at];

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

	function go(to: number) {
		setClose(false);
		setAt(Math.min(pictures.length - 1, Math.max(0, to)));
	}

	function onKeyDown({ key }: KeyboardEvent) {
		if (close || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
		go(key === 'ArrowLeft' ? at - 1 : at + 1);
	}

	function toggle({ clientX, clientY, detail }: MouseEvent) {
		const frame = view.current;
		setClose(!close);
		if (!frame || close) return;
		// The keyboard has no place that it points at.
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
			<div ref={view} className="size-full overflow-auto">
				{picture && (
					<button
						type="button"
						aria-label={close ? mediaText.zoomOut : mediaText.zoomIn}
						aria-pressed={close}
						onClick={toggle}
						style={close ? { width: `${factor * 100}%`, height: `${factor * 100}%` } : undefined}
						className={classes('block', close ? 'cursor-zoom-out' : 'size-full cursor-zoom-in')}
					>
						{/* Looking closer was asked for, whatever else is saved. */}
						<LessDataProvider value={false}>
							<Picture
								key={picture.url}
								picture={{ ...picture, placeholder: null }}
								alt={title}
								sizes={close ? `${factor * 100}vw` : '100vw'}
								eager
								className="size-full bg-transparent object-contain"
							/>
						</LessDataProvider>
					</button>
				)}
			</div>
			<IconButton
				label={commonText.close}
				look="over"
				onClick={() => dialog.current?.close()}
				className="fixed top-[max(0.75rem,env(safe-area-inset-top))] right-3"
			>
				<X aria-hidden className="size-6" />
			</IconButton>
			{pictures.length > 1 && (
				<div className="pointer-events-none fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] flex items-center justify-center gap-3">
					<IconButton
						label={mediaText.previousPicture}
						look="over"
						disabled={at === 0}
						onClick={() => go(at - 1)}
						className="pointer-events-auto"
					>
						<ChevronLeft aria-hidden className="size-6" />
					</IconButton>
					<span className="rounded-full bg-black/55 px-3 py-1 font-semibold text-14 tabular-nums" role="status">
						{at + 1} / {pictures.length}
					</span>
					<IconButton
						label={mediaText.nextPicture}
						look="over"
						disabled={at === pictures.length - 1}
						onClick={() => go(at + 1)}
						className="pointer-events-auto"
					>
						<ChevronRight aria-hidden className="size-6" />
					</IconButton>
				</div>
			)}
		</dialog>
	);
}
