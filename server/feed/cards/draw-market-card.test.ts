import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { drawMarketCard, type MarketCard, maxMarketPictures } from './draw-market-card.ts';
import { shareCardSize } from './draw-share-card.ts';

const hints = { byline: 'See photos and prices.', name: 'Kasuwa', colour: '#0b6b46' };
let mark: Buffer;

const drawColour = (background: string) =>
	sharp({ create: { width: 320, height: 320, channels: 3, background } })
		.webp()
		.toBuffer();

beforeAll(async () => {
	mark = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#0b6b46' } })
		.png()
		.toBuffer();
});

const compose = (card: Partial<MarketCard> & Pick<MarketCard, 'pictures'>) =>
	drawMarketCard({ ...hints, headline: 'Phones & Tablets', mark, ...card });

/** Returns the color at a point of a JPEG as text. */
async function createColourReader(jpeg: Buffer) {
	const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
	return (x: number, y: number) => {
		const pixel = [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
		return pixel.map((value) => Math.round(value / 64)).join(' ');
	};
}

describe('drawMarketCard', () => {
	test.each([1, 2, 3, 4, 5, 6])('shows each of %i pictures beside the panel with the texts', async (count) => {
		const colours = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#ff00ff', '#00ffff'].slice(0, count);
		const jpeg = await compose({ pictures: await Promise.all(colours.map(drawColour)) });
		expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', ...shareCardSize });
		const colourAt = await createColourReader(jpeg);
		const seen = new Set<string>();
		for (let x = 470; x < 1200; x += 10) for (let y = 4; y < 630; y += 10) seen.add(colourAt(x, y));
		const wanted = ['4 0 0', '0 4 0', '0 0 4', '4 4 0', '4 0 4', '0 4 4'].slice(0, count);
		expect([...seen]).toEqual(expect.arrayContaining(wanted));
		expect(colourAt(10, 10)).toBe('0 2 1');
	});

	test('fits six pictures of noise, which compress worst, into 250,000 bytes', async () => {
		const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
		const photo = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#888', noise } })
			.webp({ quality: 90 })
			.toBuffer();
		const jpeg = await compose({ pictures: Array.from({ length: maxMarketPictures }, () => photo) });
		expect(jpeg.length).toBeLessThanOrEqual(250_000);
	});

	test.each(['The market where every seller is seen', 'Residential and Commercial, CNG', 'x'.repeat(80), '👗'])(
		'draws the headline %s',
		async (headline) => {
			const jpeg = await compose({ pictures: [await drawColour('#888')], headline });
			expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', ...shareCardSize });
		},
	);

	test('draws text with the bundled font, reproducibly', async () => {
		const pictures = [await drawColour('#888')];
		expect(await compose({ pictures })).toEqual(await compose({ pictures }));
		expect(await compose({ pictures })).not.toEqual(await compose({ pictures, headline: 'Shoes' }));
	});
});
