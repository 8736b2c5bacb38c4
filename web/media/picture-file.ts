import { limits } from '../../contract/limits.ts';
import * as mediaText from '../../contract/text/media.ts';

// Some phones leave the type of a photo empty, so the extension decides.
const pictureExtensions = /\.(jpe?g|png|webp|gif|avif|heic|heif|bmp)$/i;

/** Why a file cannot be used as a picture; null if it can. */
export function getPictureRejection({ name, type, size }: { name: string; type: string; size: number }): string | null {
	const isPicture =
		type === '' ? pictureExtensions.test(name) : type.startsWith('image/') && !type.startsWith('image/svg');
	return isPicture && size > 0 ? null : mediaText.notAPicture(name);
}

/** Why a picture of this many bytes is rejected; null if it is accepted. */
export function getPictureSizeRejection(bytes: number): string | null {
	return bytes > limits.pictureBytes ? mediaText.pictureTooLarge(limits.pictureBytes / limits.megabyte) : null;
}

/** Size in pixels that fits a square of `side` pixels, in the same aspect ratio and never enlarged. */
export function fitWithinSize(side: number, width: number, height: number): { width: number; height: number } {
	const scale = Math.min(1, side / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Shrinks a picture before the upload: upright, long side at most `limits.pictureLongSide`, WebP or JPEG. Returns
 * the file itself if the browser cannot read it, if it is a GIF (maybe animated), or if the result would not be
 * smaller.
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

/** Draws a picture of this size in pixels and encodes it as WebP or JPEG; null if the browser cannot. */
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
	// Safari cannot encode WebP, and JPEG would turn transparent areas black.
	context.globalCompositeOperation = 'destination-over';
	context.fillStyle = '#fff';
	context.fillRect(0, 0, width, height);
	return toBlob(canvas, 'image/jpeg');
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
	return new Promise((resolve) => canvas.toBlob(resolve, type, 0.85));
}
