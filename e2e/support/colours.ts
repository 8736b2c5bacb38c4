import type { Locator } from '@playwright/test';

export interface Colour {
	red: number;
	green: number;
	blue: number;
}

/** Returns the mean colour, 0 to 255, of a region of a picture or video frame. `region` is in fractions of width and height. */
export function getMeanColour(
	picture: Locator,
	region: { x: number; y: number; width: number; height: number } = { x: 0, y: 0, width: 1, height: 1 },
): Promise<Colour> {
	return picture.evaluate((element, { x, y, width, height }) => {
		const isVideo = element instanceof HTMLVideoElement;
		const image = element as HTMLImageElement;
		const [fullWidth, fullHeight] = isVideo
			? [element.videoWidth, element.videoHeight]
			: [image.naturalWidth, image.naturalHeight];
		const canvas = new OffscreenCanvas(16, 16);
		const context = canvas.getContext('2d');
		if (!context) throw new Error('No canvas');
		context.drawImage(
			isVideo ? element : image,
			x * fullWidth,
			y * fullHeight,
			width * fullWidth,
			height * fullHeight,
			0,
			0,
			16,
			16,
		);
		const { data } = context.getImageData(0, 0, 16, 16);
		const mean = (channel: number) =>
			data.filter((_, index) => index % 4 === channel).reduce((sum, value) => sum + value, 0) / (data.length / 4);
		return { red: mean(0), green: mean(1), blue: mean(2) };
	}, region);
}

export async function waitUntilPictureDecoded(picture: Locator): Promise<void> {
	await picture.evaluate(async (element) => {
		await (element as HTMLImageElement).decode();
	});
}

/** Returns the colour channel that exceeds both other channels by more than 50, or null. */
export function getDominantColour({ red, green, blue }: Colour): 'red' | 'green' | 'blue' | null {
	const channels = { red, green, blue };
	for (const name of ['red', 'green', 'blue'] as const) {
		const others = Object.entries(channels).flatMap(([other, value]) => (other === name ? [] : [value]));
		if (others.every((value) => channels[name] > value + 50)) return name;
	}
	return null;
}
