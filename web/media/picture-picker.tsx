import { Accessibility, type DragDropManagerInput } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { ArrowLeft, ArrowRight, CircleAlert, ImageOff, ImagePlus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as commonText from '../../text/shared/common.ts';
import * as mediaText from '../../text/web/media.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Spinner } from '../ui/spinner.tsx';
import { DropArea } from './drop-area.tsx';
import { useObjectUrl } from './object-url.ts';
import { type ChosenPicture, maxPictures, type PicturesAction } from './pictures.ts';
import { formatPictureSize } from './use-pictures.ts';

interface PicturePickerProps {
	pictures: readonly ChosenPicture[];
	/** Whether the pictures cannot change, because they are being sent. */
	locked: boolean;
	error: ReactNode;
	max?: number;
	cover?: boolean;
	/** Makes the picker small while it is empty. */
	small?: boolean;
	onAdd: (files: File[]) => void;
	dispatch: (event: PicturesAction) => void;
}

/** Chooses up to `max` pictures by file picker, drop or paste. Reorders them by drag, keyboard or arrow buttons. */
export function PicturePicker({
	pictures,
	locked,
	error,
	max = maxPictures,
	cover = true,
	small = false,
	onAdd,
	dispatch,
}: PicturePickerProps) {
	const [announcement, setAnnouncement] = useState('');
	const area = useRef<HTMLDivElement>(null);
	const remaining = max - pictures.length;
	const isLarge = pictures.length === 0 && !small;
	const latest = useRef(pictures.length);
	// The plugins are created only once, because dnd-kit resets changed plugins during a drag.
	const [plugins] = useState(() => createPlugins(() => latest.current));
	usePaste(locked ? null : onAdd);

	useEffect(() => {
		latest.current = pictures.length;
	});

	function move(id: string, to: number) {
		const active = document.activeElement;
		// The move in the DOM takes the focus away, so the focus is restored.
		flushSync(() => dispatch({ type: 'moved', id, to }));
		if (active instanceof HTMLElement) active.focus();
		setAnnouncement(mediaText.movedTo(to + 1, pictures.length, cover && to === 0));
	}

	function remove(id: string) {
		flushSync(() => dispatch({ type: 'removed', id }));
		setAnnouncement(mediaText.removed);
		area.current?.querySelector('input')?.focus();
	}

	return (
		<section aria-labelledby="pictures" ref={area} className="flex flex-col gap-3">
			<div className="flex items-baseline justify-between gap-3">
				<h2 id="pictures" className="text-18">
					{max === 1 ? commonText.photo : commonText.pictures}
				</h2>
				<span className="text-14 text-quiet tabular-nums">{mediaText.chosenOf(pictures.length, max)}</span>
			</div>
			<DragDropProvider
				plugins={plugins}
				onDragEnd={({ operation: { source }, canceled }) => {
					if (!source || canceled || !('index' in source)) return;
					dispatch({ type: 'moved', id: String(source.id), to: Number(source.index) });
				}}
			>
				{pictures.length > 0 && (
					<ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
						{pictures.map((picture, index) => (
							<PictureTile
								key={picture.id}
								picture={picture}
								index={index}
								count={pictures.length}
								locked={locked}
								cover={cover && index === 0}
								onMove={(to) => move(picture.id, to)}
								onRemove={() => remove(picture.id)}
							/>
						))}
					</ul>
				)}
			</DragDropProvider>
			{remaining > 0 && (
				<DropArea
					label={
						max === 1
							? commonText.choosePicture
							: pictures.length === 0
								? mediaText.choosePictures
								: mediaText.addPictures
					}
					accept="image/*"
					multiple={max > 1}
					disabled={locked}
					onFiles={onAdd}
					className={classes('gap-2 px-5', isLarge ? 'min-h-48 py-8' : 'min-h-20 py-4')}
				>
					<span className="flex items-center gap-2 font-semibold">
						<ImagePlus aria-hidden className="size-6 text-leaf" />
						{max === 1 ? commonText.choosePicture : pictures.length === 0 ? mediaText.addUpTo(max) : mediaText.addMore}
					</span>
					{isLarge && <span className="text-14 text-quiet">{mediaText.choosePicturesHint}</span>}
				</DropArea>
			)}
			{pictures.length > 1 && (
				<p className="text-14 text-quiet">{cover ? mediaText.coverOrderHint : mediaText.orderHint}</p>
			)}
			{error && (
				<p role="alert" className="flex items-start gap-1.5 text-14 text-danger">
					<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
					{error}
				</p>
			)}
			<p role="status" className="sr-only">
				{announcement}
			</p>
		</section>
	);
}

interface PictureTileProps {
	picture: ChosenPicture;
	index: number;
	count: number;
	locked: boolean;
	cover: boolean;
	onMove: (to: number) => void;
	onRemove: () => void;
}

function PictureTile({ picture, index, count, locked, cover, onMove, onRemove }: PictureTileProps) {
	const { ref, handleRef, isDragging } = useSortable({ id: picture.id, index, disabled: locked });
	const url = useObjectUrl(picture.small ?? picture.original);
	const [hasNoPreview, setNoPreview] = useState(false);
	return (
		<li
			ref={ref}
			className={classes(
				'flex flex-col overflow-hidden rounded-card bg-card shadow-soft',
				isDragging && 'z-10 opacity-80 outline-2 outline-leaf',
			)}
		>
			<div className="relative aspect-4/5 bg-sunken">
				<button
					type="button"
					ref={handleRef}
					aria-label={mediaText.changePlace(index + 1, count, cover)}
					className="absolute inset-0 cursor-grab select-none focus-visible:outline-offset-[-4px]"
				>
					{url && !hasNoPreview ? (
						<img
							src={url}
							alt=""
							draggable={false}
							onError={() => setNoPreview(true)}
							className="pointer-events-none size-full object-cover"
						/>
					) : (
						<ImageOff aria-hidden className="mx-auto size-8 text-quiet" />
					)}
				</button>
				{cover && (
					<span className="pointer-events-none absolute top-2 left-2 rounded-full bg-leaf px-2.5 py-1 font-semibold text-12 text-on-leaf">
						{mediaText.cover}
					</span>
				)}
				{!picture.small && (
					<span className="pointer-events-none absolute inset-0 flex items-center justify-center bg-card/70">
						<Spinner label={mediaText.shrinkingPicture} />
					</span>
				)}
				<IconButton
					label={mediaText.removePicture(index + 1)}
					variant="over"
					disabled={locked}
					onClick={onRemove}
					className="absolute top-1 right-1"
				>
					<X aria-hidden className="size-5" />
				</IconButton>
			</div>
			<div className="flex items-center justify-between px-1">
				<IconButton
					label={mediaText.moveLeft(index + 1)}
					aria-disabled={locked || index === 0}
					onClick={() => !locked && index > 0 && onMove(index - 1)}
					className="aria-disabled:opacity-40"
				>
					<ArrowLeft aria-hidden className="size-5" />
				</IconButton>
				<IconButton
					label={mediaText.moveRight(index + 1)}
					aria-disabled={locked || index === count - 1}
					onClick={() => !locked && index < count - 1 && onMove(index + 1)}
					className="aria-disabled:opacity-40"
				>
					<ArrowRight aria-hidden className="size-5" />
				</IconButton>
			</div>
			<p className="px-3 pb-2.5 text-center text-12 text-quiet tabular-nums">{formatPictureSize(picture)}</p>
			{picture.problem && (
				<p role="alert" className="bg-danger-soft px-3 py-2 text-12 text-danger">
					{picture.problem}
				</p>
			)}
		</li>
	);
}

/** Creates the dnd-kit plugin that announces the position of a dragged picture to screen readers. */
function createPlugins(count: () => number): NonNullable<DragDropManagerInput['plugins']> {
	// The list is reordered only after the drop. During the drag, only dnd-kit knows the new positions.
	const getPosition = (moved: SortableItem) => (moved.index ?? 0) + 1;
	let position = 0;
	const accessibility = Accessibility.configure({
		screenReaderInstructions: {
			draggable: mediaText.dragInstructions,
		},
		announcements: {
			dragstart: ({ operation: { source } }: DragOperation) => {
				if (!source) return;
				position = getPosition(source);
				return mediaText.pickedUp(position);
			},
			dragover: ({ operation: { target } }: DragOperation) => {
				if (!target || getPosition(target) === position) return;
				position = getPosition(target);
				return mediaText.draggedTo(position, count());
			},
			dragend: ({ operation: { source }, canceled }: DragOperation & { canceled: boolean }) => {
				if (!source) return;
				return canceled ? mediaText.putBack : mediaText.putDown(getPosition(source));
			},
		},
	});
	return (defaults) => [...defaults.filter((plugin) => plugin !== Accessibility), accessibility];
}

interface DragOperation {
	operation: { source: SortableItem | null; target: SortableItem | null };
}

interface SortableItem {
	index?: number;
}

/** Calls `onFiles` with files that are pasted anywhere on the page. Ignores pasted text. */
function usePaste(onFiles: ((files: File[]) => void) | null) {
	const latest = useRef(onFiles);
	useEffect(() => {
		latest.current = onFiles;
	});
	useEffect(() => {
		function onPaste(event: ClipboardEvent) {
			const files = [...(event.clipboardData?.files ?? [])];
			if (files.length === 0 || !latest.current) return;
			event.preventDefault();
			latest.current(files);
		}
		document.addEventListener('paste', onPaste);
		return () => document.removeEventListener('paste', onPaste);
	}, []);
}
