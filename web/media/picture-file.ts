import * as limits from '../../contract/core/limits.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import { getFormatRejection, pictureHeadBytes } from '../../contract/media/picture-format.ts';
import { pictureRejections } from '../../text/shared/media-api.ts';
import * as mediaText from '../../text/web/media.ts';

// Extensions of picture files. They decide if the browser does not know the type, as for photos of some phones.
const pictureExtensions = /\.(jpe?g|jfif|png|webp|gif|avif|heic|heif|bmp|tiff?|jxl)$/i;

/** Returns why a file cannot be used as a picture, or null. */
export function getPictureRejection({ name, type, size }: { name: string; type: string; size: number }): string | null {
	const isUnknown = type === '' || type === 'application/octet-stream';
	const isPicture = isUnknown
		? pictureExtensions.test(name)
		: type.startsWith('image/') && !type.startsWith('image/svg');
	return isPicture && size > 0 ? null : mediaText.notAPicture(name);
}

/** Returns why a picture of `bytes` bytes is too large, or null. */
export function getPictureSizeRejection(bytes: number): string | null {
	return bytes > mediaLimits.pictureBytes
		? mediaText.pictureTooLarge(mediaLimits.pictureBytes / limits.megabyte)
		: null;
}

/** Returns a size in pixels that fits a square of `side` pixels. Keeps the aspect ratio and never enlarges. */
export function fitWithinSize(side: number, width: number, height: number): { width: number; height: number } {
	const scale = Math.min(1, side / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Returns why the media host would not take a file, by its first bytes, or null. Files may have a wrong type or extension, or none. */
export async function getPictureFormatRejection(file: Blob): Promise<string | null> {
	const rejection = getFormatRejection(new Uint8Array(await file.slice(0, pictureHeadBytes).arrayBuffer()));
	return rejection && pictureRejections[rejection];
}

export interface PictureUpload {
	blob: Blob;
	/** Why the picture cannot be sent, or null. */
	problem: string | null;
}

/**
 * Prepares a picture for the upload: shrinks it to `mediaLimits.pictureLongSide`, upright, as WebP or JPEG, and keeps only the first frame of an
 * animation. Returns the file itself if the browser cannot read it, or if the result is not smaller. A format that the media host does not take
 * is always converted if the browser can read it, such as HEIC in Safari (since 17, see WordPress/gutenberg issue 76732, read 2026-11-28).
 */
export async function preparePicture(file: Blob): Promise<PictureUpload> {
	// A file that cannot be read fails when it is sent.
	const rejection = await getPictureFormatRejection(file).catch(() => null);
	const shrunk = await shrink(file).catch(() => null);
	if (shrunk && (rejection || shrunk.size < file.size)) {
		return { blob: shrunk, problem: getPictureSizeRejection(shrunk.size) };
	}
	return { blob: file, problem: rejection ?? getPictureSizeRejection(file.size) };
}

async function shrink(file: Blob): Promise<Blob | null> {
	const bitmap = await createImageBitmap(file);
	try {
		const { width, height } = fitWithinSize(mediaLimits.pictureLongSide, bitmap.width, bitmap.height);
		return await drawPicture(width, height, (context) => context.drawImage(bitmap, 0, 0, width, height));
	} finally {
		bitmap.close();
	}
}

/** Draws a picture of the given size in pixels and encodes it as WebP or JPEG. Returns null if the browser cannot do so. */
export async function drawPicture(
	width: number,
	height: number,
	paint: (context: CanvasRenderingContext2D) => void,
): Promise<Blob | null> {
	const canvas = document.createElement('canvas');
	canvas.width = width;
	canvas.height = height;
	const context = canvas.getContext('2d');
	if (!context) return null;
	context.imageSmoothingQuality = 'high';
	paint(context);
	const webp = await toBlob(canvas, 'image/webp');
	if (webp?.type === 'image/webp') return webp;
	// Safari cannot encode WebP. JPEG would turn transparent areas black, so a white background is added.
	context.globalCompositeOperation = 'destination-over';
	context.fillStyle = '#fff';
	context.fillRect(0, 0, width, height);
	return toBlob(canvas, 'image/jpeg');
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
	return new Promise((resolve) => canvas.toBlob(resolve, type, 0.85));
}
