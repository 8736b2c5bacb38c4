import type { Picture as PictureData } from '../../contract/media/media.ts';
import * as galleryText from '../../text/web/gallery.ts';
import { classes } from '../ui/classes.ts';
import { Picture } from '../ui/picture.tsx';

interface PostPicturesProps {
	pictures: readonly PictureData[];
	/** Title of the post, used in the pictures' alternative texts. */
	title: string;
	/** True for a post above the fold, whose pictures load eagerly. */
	eager?: boolean;
	onOpen: (index: number) => void;
}

/** Limits for the aspect ratio (width / height) of a post's only picture, which is cropped to them. */
const frame = { narrow: 4 / 5, wide: 2 };

/** Up to 4 pictures of a post in a grid. The grid's height is known before the pictures load. */
export function PostPictures({ pictures, title, eager = false, onOpen }: PostPicturesProps) {
	const [first] = pictures;
	if (!first) return null;
	const count = pictures.length;
	const ratio = Math.min(frame.wide, Math.max(frame.narrow, first.width / first.height));
	return (
		<ul
			style={{ aspectRatio: count === 1 ? ratio : count === 2 ? 2 : 4 / 3 }}
			className={classes(
				'grid max-h-[32rem] w-full gap-1 overflow-hidden rounded-control',
				count > 1 && 'grid-cols-2',
				count > 2 && 'grid-rows-2',
			)}
		>
			{pictures.map((picture, index) => (
				<li key={picture.url} className={classes('min-h-0 min-w-0', count === 3 && index === 0 && 'row-span-2')}>
					<button
						type="button"
						aria-label={count > 1 ? galleryText.zoomInto(index + 1, count) : galleryText.zoomIntoOnly}
						onClick={() => onOpen(index)}
						className="block size-full cursor-zoom-in focus-visible:-outline-offset-4"
					>
						<Picture
							picture={picture}
							alt={count > 1 ? galleryText.pictureAlt(title, index + 1) : title}
							sizes={count === 1 ? '(min-width: 768px) 640px, 94vw' : '(min-width: 768px) 320px, 47vw'}
							eager={eager}
							className="size-full object-cover"
						/>
					</button>
				</li>
			))}
		</ul>
	);
}
