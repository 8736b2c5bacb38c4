import { ChevronLeft, ChevronRight, ZoomIn } from 'lucide-react';
import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react';
import type { Picture as PictureData } from '../../contract/media/media.ts';
import * as commonText from '../../text/shared/common.ts';
import * as galleryText from '../../text/web/gallery.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Picture } from '../ui/picture.tsx';
import { fitsFrame, getFrameRatio } from './frame-ratio.ts';
import type { LightboxProps } from './lightbox.tsx';

interface GalleryProps {
	pictures: readonly PictureData[];
	title: string;
	sizes: string;
	/** The `sizes` attribute of the first picture, if it differs. */
	firstSizes?: string;
}

const loadLightbox = () => import('./lightbox.tsx');

/** Carousel of an ad's pictures. A tap on a picture opens the lightbox. */
export function Gallery({ pictures, title, sizes, firstSizes = sizes }: GalleryProps) {
	const strip = useRef<HTMLUListElement>(null);
	const [current, setCurrent] = useState(0);
	const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps> | null>(null);
	const [openedIndex, setOpenedIndex] = useState<number | null>(null);
	const lastIndex = pictures.length - 1;
	const frame = getFrameRatio(pictures);

	function scrollToPicture(to: number) {
		const next = Math.min(lastIndex, Math.max(0, to));
		strip.current?.scrollTo({ left: next * strip.current.clientWidth, behavior: 'smooth' });
	}

	function onKeyDown(event: KeyboardEvent) {
		const target = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: lastIndex }[event.key];
		if (target === undefined) return;
		event.preventDefault();
		scrollToPicture(target);
	}

	async function openLightbox(index: number) {
		setOpenedIndex(index);
		const module = await loadLightbox().catch(() => null);
		// The lightbox module may fail to load offline. The gallery then stays as it is.
		if (module) setLightbox(() => module.Lightbox);
		else setOpenedIndex(null);
	}

	return (
		// `--highest` limits the gallery's height so that the price below stays in view. A gallery limited in height is also narrower.
		<section
			aria-label={commonText.pictures}
			style={{ width: `min(100%, calc(var(--highest) * ${(frame * 1.2).toFixed(3)}))` }}
			className="relative mx-auto [--highest:max(56dvh,18rem)] md:[--highest:max(80dvh,18rem)]"
		>
			<ul
				ref={strip}
				onKeyDown={onKeyDown}
				onScroll={({ currentTarget }) => setCurrent(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth))}
				style={{ aspectRatio: frame }}
				className="flex max-h-(--highest) w-full snap-x snap-mandatory overflow-x-auto overflow-y-hidden overscroll-x-contain bg-sunken [scrollbar-width:none] md:rounded-card"
			>
				{pictures.map((picture, index) => (
					<li key={picture.url} className="size-full shrink-0 snap-center snap-always">
						<button
							type="button"
							aria-label={galleryText.zoomInto(index + 1, pictures.length)}
							onPointerDown={() => void loadLightbox().catch(() => {})}
							onClick={({ detail }) => {
								// The second click of a double click on a card hits the picture of the page that opened.
								if (detail < 2) void openLightbox(index);
							}}
							onFocus={() => scrollToPicture(index)}
							className="size-full cursor-zoom-in focus-visible:-outline-offset-4"
						>
							<Picture
								picture={picture}
								alt={pictures.length > 1 ? galleryText.pictureAlt(title, index + 1) : title}
								sizes={index === 0 ? firstSizes : sizes}
								eager={index === 0}
								className={classes('size-full', fitsFrame(picture, frame) ? 'object-cover' : 'object-contain')}
							/>
						</button>
					</li>
				))}
			</ul>
			{/* The key avoids a layout shift when a tapped card's ad arrives with more pictures. */}
			<span
				key={lastIndex}
				className="pointer-events-none absolute right-3 bottom-3 inline-flex min-h-8 items-center gap-1.5 rounded-full bg-black/65 px-3 font-semibold text-12 text-white tabular-nums"
			>
				<ZoomIn aria-hidden className="size-4" />
				{pictures.length > 1 && (
					<span>
						{current + 1} / {pictures.length}
					</span>
				)}
			</span>
			{pictures.length > 1 && (
				<>
					<IconButton
						label={galleryText.previousPicture}
						variant="over"
						disabled={current === 0}
						onClick={() => scrollToPicture(current - 1)}
						className="absolute top-1/2 left-2 -mt-5.5 disabled:invisible"
					>
						<ChevronLeft aria-hidden className="size-6" />
					</IconButton>
					<IconButton
						label={galleryText.nextPicture}
						variant="over"
						disabled={current === lastIndex}
						onClick={() => scrollToPicture(current + 1)}
						className="absolute top-1/2 right-2 -mt-5.5 disabled:invisible"
					>
						<ChevronRight aria-hidden className="size-6" />
					</IconButton>
					<Dots count={pictures.length} current={current} />
				</>
			)}
			{Lightbox && openedIndex !== null && (
				<Lightbox pictures={pictures} title={title} initialIndex={openedIndex} onClose={() => setOpenedIndex(null)} />
			)}
		</section>
	);
}

function Dots({ count, current }: { count: number; current: number }) {
	return (
		<div aria-hidden className="absolute inset-x-16 bottom-5 flex justify-center">
			<div className="flex gap-1.5 rounded-full bg-black/45 p-1.5">
				{Array.from(Array(count).keys(), (index) => (
					<span
						key={index}
						className={classes(
							'h-1.5 rounded-full bg-white transition-all',
							index === current ? 'w-4' : 'w-1.5 opacity-60',
						)}
					/>
				))}
			</div>
		</div>
	);
}
