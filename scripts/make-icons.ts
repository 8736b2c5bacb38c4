// Renders the app icons from the logo. Run by hand after the logo has changed: node scripts/make-icons.ts
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

const folder = join(import.meta.dirname, '..', 'web', 'public');
const green = '#0b6b46';
const logo = await readFile(join(folder, 'favicon.svg'));
const side = 32;

async function draw(pixels: number, name: string) {
	await write(sharp(logo, { density: (72 * pixels) / side }).resize(pixels, pixels), name);
}

/** Draws an icon whose background fills the square, for platforms that mask icons. `share` is the logo's part of the side, 0 to 1. */
async function drawFull(pixels: number, share: number, name: string) {
	const inner = Math.round(pixels * share);
	const middle = await sharp(logo, { density: (72 * inner) / side })
		.resize(inner, inner)
		.png()
		.toBuffer();
	const ground = sharp({ create: { width: pixels, height: pixels, channels: 3, background: green } });
	await write(ground.composite([{ input: middle }]), name);
}

async function write(picture: Sharp, name: string) {
	const { size } = await picture.png({ palette: true, effort: 10 }).toFile(join(folder, name));
	console.log(`${name}: ${size} bytes`);
}

await draw(192, 'icon-192.png');
await draw(512, 'icon-512.png');
await drawFull(512, 0.8, 'icon-maskable-512.png');
await drawFull(180, 0.9, 'apple-touch-icon.png');
