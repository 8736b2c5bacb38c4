import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { drawStatusCard, type StatusCard, statusCardSize } from './draw-status-card.ts';

let photo: Buffer;
const link = 'https://kasuwa.example/a/123456';

beforeAll(async () => {
	// A photo of noise compresses worst, so its JPEG has the maximum size.
	const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
	photo = await sharp({ create: { width: 1080, height: 1080, channels: 3, background: '#888', noise } })
		.webp({ quality: 90 })
		.toBuffer();
});

const draw = (card: Partial<StatusCard> = {}) =>
	drawStatusCard({
		picture: photo,
		lead: 'NGN 18,500',
		headline: 'Ankara dress',
		byline: 'Ada',
		link,
		colour: '#0b6b46',
		...card,
	});

test.each([
	['a price of ten billion', { lead: 'NGN 10,000,000,000' }],
	['no price', { lead: null }],
	['a title of 80 letters without a space', { headline: 'x'.repeat(80) }],
	['a title and a shop name without a drawable character', { headline: '👗✨', byline: '衣服' }],
])('draws a card with %s', async (_, card) => {
	const jpeg = await draw(card);
	expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', ...statusCardSize });
	expect(jpeg.length).toBeLessThanOrEqual(400_000);
});

test('draws a QR code that a phone reads', async () => {
	const { data, info } = await sharp(await draw())
		.ensureAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	expect(decodeQr({ width: info.width, height: info.height, data })).toBe(link);
});
