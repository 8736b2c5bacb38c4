import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { toDrawableText } from '../../media-tools/images/index.ts';
import { drawShareCard, type ShareCard, shareCardSize } from './draw-share-card.ts';

let mark: Buffer;
let photo: Buffer;

beforeAll(async () => {
	const square = { width: 32, height: 32, channels: 3 as const };
	mark = await sharp({ create: { ...square, background: '#0b6b46' } })
		.png()
		.toBuffer();
	// A photo of noise compresses worst, so its JPEG has the maximum size.
	photo = await sharp({
		create: { ...shareCardSize, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
	})
		.webp({ quality: 90 })
		.toBuffer();
});

const compose = (card: Partial<ShareCard>) =>
	drawShareCard({
		pictures: [],
		lead: null,
		headline: 'A lamp',
		byline: 'Ada',
		mark,
		name: 'Kasuwa',
		colour: '#0b6b46',
		...card,
	});

async function readMetadata(jpeg: Buffer) {
	const { format, width, height } = await sharp(jpeg).metadata();
	return { format, width, height };
}

describe('drawShareCard', () => {
	test.each([
		['a price of ten billion', { lead: 'NGN 10,000,000,000' }],
		['no price', { lead: null }],
		['no byline', { byline: null }],
		['80 letters without a space', { headline: 'x'.repeat(80) }],
		['a text of 200 letters', { headline: 'Fine Adire cloth from Abeokuta. '.repeat(7).slice(0, 200) }],
		['Yoruba', { headline: 'Aṣọ òkè, gèlè àti ìpèlé — Ọ̀yọ́', byline: 'Adébáyọ̀ Ọlátúnjí' }],
		['emoji', { headline: '👗✨ Adire 👩🏽‍🌾', byline: '🔥' }],
		['no drawable character', { headline: '👗✨', byline: '衣服' }],
		['text that resembles markup', { headline: '<span size="999999">&amp; </span>', byline: '&<' }],
		['empty texts', { lead: '', headline: '', byline: '' }],
		['stacked combining marks', { headline: `Z${'\u0310'.repeat(400)}algo` }],
	])('draws a card with %s, without a picture and beside one', async (_, card) => {
		for (const pictures of [[], [photo]]) await expectCard({ ...card, pictures });
	});

	test('draws a card with two and three pictures of noise', async () => {
		for (const pictures of [
			[photo, photo],
			[photo, photo, photo],
		])
			await expectCard({ lead: 'NGN 10,000,000,000', headline: 'x'.repeat(80), pictures });
	});

	async function expectCard(card: Partial<ShareCard>): Promise<void> {
		const jpeg = await compose(card);
		expect(await readMetadata(jpeg)).toEqual({ format: 'jpeg', ...shareCardSize });
		expect(jpeg.length).toBeLessThanOrEqual(250_000);
	}

	test('draws the picture on the left and visible text beside it', async () => {
		const red = await sharp({ create: { width: 300, height: 900, channels: 3, background: '#d00000' } })
			.webp()
			.toBuffer();
		const { data, info } = await sharp(await compose({ pictures: [red] }))
			.raw()
			.toBuffer({ resolveWithObject: true });
		const pixelAt = (x: number, y: number) => [
			...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
		];
		expect(pixelAt(300, 315)[0]).toBeGreaterThan(190);
		expect(pixelAt(300, 315)[1]).toBeLessThan(20);
		expect(pixelAt(1190, 10)).toEqual([250, 248, 244].map((value) => expect.closeTo(value, -1)));
		const reds = [...Array(500).keys()].flatMap((x) => [50, 60, 70, 80, 90].map((y) => pixelAt(640 + x, y)[0] ?? 255));
		expect(Math.min(...reds)).toBeLessThan(80);
	});

	test('draws three pictures, the first above the others', async () => {
		const colours = ['#d00000', '#00d000', '#0000d0'];
		const pictures = await Promise.all(
			colours.map((background) =>
				sharp({ create: { width: 300, height: 300, channels: 3, background } })
					.webp()
					.toBuffer(),
			),
		);
		const { data, info } = await sharp(await compose({ pictures }))
			.raw()
			.toBuffer({ resolveWithObject: true });
		const brightest = ([x, y]: readonly [number, number]) => {
			const pixel = [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
			return pixel.indexOf(Math.max(...pixel));
		};
		expect(
			(
				[
					[300, 180],
					[150, 500],
					[450, 500],
				] as const
			).map(brightest),
		).toEqual([0, 1, 2]);
	});

	test('draws text with the bundled font, reproducibly', async () => {
		expect(await compose({ headline: 'Ọ̀yọ́' })).toEqual(await compose({ headline: 'Ọ̀yọ́' }));
		expect(await compose({ headline: 'Ọ̀yọ́' })).not.toEqual(await compose({ headline: 'Oyo' }));
	});
});

test.each([
	['Adire 👗✨ dress', 'Adire dress'],
	['👩🏽‍🌾 farm 🇳🇬', 'farm'],
	['Aṣọ Ọ̀yọ́', 'Aṣọ Ọ̀yọ́'.normalize('NFKC')],
	['𝓢𝓪𝓵𝓮 ５０％', 'Sale 50%'],
	['Ƙano · ₦5,000 © 2026', 'Ƙano · ₦5,000 © 2026'],
	['衣服 shop', 'shop'],
	['1️⃣ first', '1 first'],
	['  a\n\nb ', 'a b'],
])('converts %j to the drawable text %j', (text, expected) => {
	expect(toDrawableText(text)).toBe(expected);
});
