import { expect, test } from 'vitest';
import { drawVideoOverlay } from './draw-video-overlay.ts';

const portrait = { width: 480, height: 854 };

interface Area {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** Returns the smallest area of an overlay that contains all pixels which `matches` accepts, in pixels. */
async function findArea(
	text: string,
	size: { width: number; height: number },
	matches: (red: number, alpha: number) => boolean,
): Promise<Area> {
	const pixels = await drawVideoOverlay(text, size);
	expect(pixels?.length).toBe(size.width * size.height * 4);
	const area = { left: size.width, top: size.height, right: 0, bottom: 0 };
	for (let y = 0; y < size.height; y += 1) {
		for (let x = 0; x < size.width; x += 1) {
			const offset = (y * size.width + x) * 4;
			if (!matches(pixels?.[offset] ?? 0, pixels?.[offset + 3] ?? 0)) continue;
			area.left = Math.min(area.left, x);
			area.top = Math.min(area.top, y);
			area.right = Math.max(area.right, x + 1);
			area.bottom = Math.max(area.bottom, y + 1);
		}
	}
	return area;
}

const findBox = (text: string, size = portrait) => findArea(text, size, (_, alpha) => alpha > 0);
const findLetters = (text: string, size = portrait) => findArea(text, size, (red, alpha) => red > 250 && alpha > 250);

test('draws white letters within a dark box in the upper half', async () => {
	const [box, letters] = [await findBox('Half price'), await findLetters('Half price')];
	expect(letters.left).toBeGreaterThan(box.left + 5);
	expect(letters.right).toBeLessThan(box.right - 5);
	expect(letters.top).toBeGreaterThan(box.top + 5);
	expect(letters.bottom).toBeLessThan(box.bottom - 5);
	expect(box.bottom).toBeLessThan(portrait.height / 2);
	expect(Math.abs(box.left + box.right - portrait.width)).toBeLessThan(3);
	const pixels = (await drawVideoOverlay('Half price', portrait)) ?? Buffer.alloc(0);
	const inside = ((box.top + 3) * portrait.width + Math.round(portrait.width / 2)) * 4;
	expect([...pixels.subarray(inside, inside + 4)]).toEqual([0, 0, 0, 153]);
});

test('wraps a long text, also within a word', async () => {
	const one = await findBox('Half price');
	for (const text of ['Half price for all lamps in Yaba, until Friday evening only', 'W'.repeat(60)]) {
		const box = await findBox(text);
		expect(box.bottom - box.top).toBeGreaterThan(2 * (one.bottom - one.top));
		const letters = await findLetters(text);
		expect(letters.right - letters.left).toBeLessThanOrEqual(portrait.width * 0.84);
	}
});

test('gives texts of one line the same height', async () => {
	const [low, high] = [await findBox('xaxa'), await findBox('Ágý')];
	expect([low.top, low.bottom]).toEqual([high.top, high.bottom]);
});

test('keeps the proportions in every size of a video', async () => {
	const [large, small] = [await findBox('Half price', { width: 720, height: 1280 }), await findBox('Half price')];
	expect(small.left / portrait.width).toBeCloseTo(large.left / 720, 1);
	expect(small.top / portrait.height).toBeCloseTo(large.top / 1280, 2);
});

test('draws markup as text', async () => {
	const [plain, markup] = [await findLetters('A b'), await findLetters('A <b>b</b>')];
	expect(markup.right - markup.left).toBeGreaterThan(plain.right - plain.left);
});

test.each([
	{ width: 16, height: 640 },
	{ width: 640, height: 16 },
	{ width: 16, height: 16 },
])('fits into $width × $height pixels', async (size) => {
	expect(await drawVideoOverlay('W'.repeat(60), size)).not.toBeNull();
});

test('returns null for a text of emoji', async () => {
	expect(await drawVideoOverlay('🔥🔥', portrait)).toBeNull();
});
