import { Accessibility, type DragDropManagerInput } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { ArrowLeft, ArrowRight, CircleAlert, ImageOff, ImagePlus, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import * as commonText from '../../contract/text/common.ts';
import * as mediaText from '../../contract/text/media.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Spinner } from '../ui/spinner.tsx';
import { DropArea } from './drop-area.tsx';
import { useObjectUrl } from './object-url.ts';
import { type ChosenPicture, mostPictures, type PicturesEvent } from './pictures.ts';
import { sizeOf } from './use-pictures.ts';

interface PicturePickerProps {
	pictures: readonly ChosenPicture[];
	/** They are being sent, so they stay as they are. */
	locked: boolean;
	error: ReactNode;
	/** How many there may be. */
	most?: number;
	/** The first one stands for all of them in lists. */
	cover?: boolean;
	/** Takes little room while there are none: the words matter more. */
	small?: boolean;
	onAdd: (files: File[]) => void;
	tell: (event: PicturesEvent) => void;
}

/** Up to `most` pictures in their order: browsed for, dropped or pasted; moved by drag, by keyboard or with the arrows. */
export function PicturePicker({
	pictures,
	locked,
	error,
	most = mostPictures,
	cover = true,
	small = false,
	onAdd,
	tell,
}: PicturePickerProps) {
	const [said, setSaid] = useState('');
	const area = useRef<HTMLDivElement>(null);
	const left = most - pictures.length;
	const large = pictures.length === 0 && !small;
	const latest = useRef(pictures.length);
	// Made once: plugins that change would be set up anew in the middle of a move.
	const [plugins] = useState(() => pluginsFor(() => latest.current));
	usePaste(locked ? null : onAdd);

	useEffect(() => {
		latest.current = pictures.length;
	});

	function move(id: string, to: number) {
		const active = document.activeElement;
		// Focus is lost with the element's place in the document.
		flushSync(() => tell({ type: 'moved', id, to }));
		if (active instanceof HTMLElement) active.focus();
		setSaid(mediaText.movedTo(to + 1, pictures.length, cover && to === 0));
	}

	function remove(id: string) {
		flushSync(() => tell({ type: 'removed', id }));
		setSaid(mediaText.removed);
		area.current?.querySelector('input')?.focus();
	}

	return (
		<section aria-labelledby="pictures" ref={area} className="flex flex-col gap-3">
			<div className="flex items-baseline justify-between gap-3">
				<h2 id="pictures" className="text-18">
					{most === 1 ? commonText.picture : commonText.pictures}
				</h2>
				<span className="text-14 text-quiet tabular-nums">{mediaText.chosenOf(pictures.length, most)}</span>
			</div>
			<DragDropProvider
				plugins={plugins}
				onDragEnd={({ operation: { source }, canceled }) => {
					if (!source || canceled || !('index' in source)) return;
					tell({ type: 'moved', id: String(source.id), to: Number(source.index) });
				}}
			>
				{pictures.length > 0 && (
					<ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
						{pictures.map((picture, index) => (
							<Tile
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
			{left > 0 && (
				<DropArea
					label={
						most === 1
							? commonText.choosePicture
							: pictures.length === 0
								? mediaText.choosePictures
								: mediaText.addPictures
					}
					accept="image/*"
					multiple={most > 1}
					disabled={locked}
					onFiles={onAdd}
					className={classes('gap-2 px-5', large ? 'min-h-48 py-8' : 'min-h-20 py-4')}
				>
					<span className="flex items-center gap-2 font-semibold">
						<ImagePlus aria-hidden className="size-6 text-leaf" />
						{most === 1
							? commonText.choosePicture
							: pictures.length === 0
								? mediaText.addUpTo(most)
								: mediaText.addMore}
					</span>
					{large && <span className="text-14 text-quiet">{mediaText.choosePicturesHint}</span>}
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
				{said}
			</p>
		</section>
	);
}

interface TileProps {
	picture: ChosenPicture;
	index: number;
	count: number;
	locked: boolean;
	cover: boolean;
	onMove: (to: number) => void;
	onRemove: () => void;
}

function Tile({ picture, index, count, locked, cover, onMove, onRemove }: TileProps) {
	const { ref, handleRef, isDragging } = useSortable({ id: picture.id, index, disabled: locked });
	const url = useObjectUrl(picture.small ?? picture.original);
	const [blind, setBlind] = useState(false);
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
					{url && !blind ? (
						<img
							src={url}
							alt=""
							draggable={false}
							onError={() => setBlind(true)}
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
					look="over"
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
			<p className="px-3 pb-2.5 text-center text-12 text-quiet tabular-nums">{sizeOf(picture)}</p>
			{picture.problem && (
				<p role="alert" className="bg-danger-soft px-3 py-2 text-12 text-danger">
					{picture.problem}
				</p>
			)}
		</li>
	);
}

/** Says to a screen reader what happens to a picture that is being moved. */
function pluginsFor(count: () => number): NonNullable<DragDropManagerInput['plugins']> {
	// The list has its new order only once the picture is put down; until then the places are the library's.
	const placeOf = (moved: Placed) => (moved.index ?? 0) + 1;
	let place = 0;
	const spoken = Accessibility.configure({
		screenReaderInstructions: {
			draggable: mediaText.dragInstructions,
		},
		announcements: {
			dragstart: ({ operation: { source } }: Moving) => {
				if (!source) return;
				place = placeOf(source);
				return mediaText.pickedUp(place);
			},
			dragover: ({ operation: { target } }: Moving) => {
				if (!target || placeOf(target) === place) return;
				place = placeOf(target);
				return mediaText.draggedTo(place, count());
			},
			dragend: ({ operation: { source }, canceled }: Moving & { canceled: boolean }) => {
				if (!source) return;
				return canceled ? mediaText.putBack : mediaText.putDown(placeOf(source));
			},
		},
	});
	return (defaults) => [...defaults.filter((plugin) => plugin !== Accessibility), spoken];
}

interface Moving {
	operation: { source: Placed | null; target: Placed | null };
}

interface Placed {
	index?: number;
}

/** Pictures pasted anywhere on the page. Text goes where it is pasted. */
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
