import { limits } from '../../contract/limits.ts';
import * as mediaText from '../../contract/text/media.ts';

// Extensions of picture files. They decide if the type is empty, as for photos of some phones.
const pictureExtensions = /\.(jpe?g|png|webp|gif|avif|heic|heif|bmp)$/i;

/** Returns why a file cannot be used as a picture, or null. */
export function getPictureRejection({ name, type, size }: { name: string; type: string; size: number }): string | null {
	const isPicture =
		type === '' ? pictureExtensions.test(name) : type.startsWith('image/') && !type.startsWith('image/svg');
	return isPicture && size > 0 ? null : mediaText.notAPicture(name);
}

/** Returns why a picture of `bytes` bytes is too large, or null. */
export function getPictureSizeRejection(bytes: number): string | null {
	return bytes > limits.pictureBytes ? mediaText.pictureTooLarge(limits.pictureBytes / limits.megabyte) : null;
}

/** Returns a size in pixels that fits a square of `side` pixels. Keeps the aspect ratio and never enlarges. */
export function fitWithinSize(side: number, width: number, height: number): { width: number; height: number } {
	const scale = Math.min(1, side / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Shrinks a picture before the upload to `limits.pictureLongSide`, upright, as WebP or JPEG. Returns the file itself if the browser cannot
 * read it, if it is a GIF, which may be animated, or if the result is not smaller.
 */
export async function shrinkPicture(file: Blob): Promise<Blob> {
	if (file.type === 'image/gif') return file;
	const bitmap = await createImageBitmap(file).catch(() => null);
	if (!bitmap) return file;
	try {
		const shrunk = await encode(bitmap);
		return shrunk && shrunk.size < file.size ? shrunk : file;
	} finally {
		bitmap.close();
	}
}

function encode(bitmap: ImageBitmap): Promise<Blob | null> {
	const { width, height } = fitWithinSize(limits.pictureLongSide, bitmap.width, bitmap.height);
	return drawPicture(width, height, (context) => context.drawImage(bitmap, 0, 0, width, height));
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
