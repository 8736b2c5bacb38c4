import sharp from 'sharp';

/** Draws a box with rounded corners as a PNG. */
export function drawBox(
	{ width, height }: { width: number; height: number },
	radius: number,
	background: string,
): Promise<Buffer> {
	const raw = { width, height, channels: 4 } as const;
	const mask = Buffer.alloc(width * height * raw.channels);
	for (let y = 0; y < height; y += 1) {
		for (let x = 0; x < width; x += 1) {
			mask[(y * width + x) * raw.channels + 3] = Math.round(255 * coverPixel(x + 0.5, y + 0.5, raw, radius));
		}
	}
	return sharp({ create: { ...raw, background } })
		.composite([{ input: mask, raw, blend: 'dest-in' }])
		.png({ compressionLevel: 1 })
		.toBuffer();
}

/** Returns how much of the pixel at a point is inside a box with rounded corners, 0 to 1. */
function coverPixel(x: number, y: number, box: { width: number; height: number }, radius: number): number {
	const outsideX = Math.max(radius - x, x - (box.width - radius), 0);
	const outsideY = Math.max(radius - y, y - (box.height - radius), 0);
	return Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(outsideX, outsideY)));
}
