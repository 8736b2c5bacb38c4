// Renders the app icons from the logo. Run by hand after the logo has changed: node scripts/make-icons.ts
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

const folder = join(import.meta.dirname, '..', 'web', 'public');
const green = '#0b6b46';
const logo = await readFile(join(folder, 'favicon.svg'));
const side = 32;
const shapesFile = join(import.meta.dirname, '..', 'server', 'market-settings', 'logo-shapes.png');

const drawLogo = (pixels: number) => sharp(logo, { density: (72 * pixels) / side }).resize(pixels, pixels);

async function draw(pixels: number, name: string) {
	await write(drawLogo(pixels), name);
}

/** Draws an icon whose background fills the square, for platforms that mask icons. `share` is the logo's part of the side, 0 to 1. */
async function drawFull(pixels: number, share: number, name: string) {
	const inner = Math.round(pixels * share);
	const middle = await drawLogo(inner).png().toBuffer();
	const ground = sharp({ create: { width: pixels, height: pixels, channels: 3, background: green } });
	await write(ground.composite([{ input: middle }]), name);
}

async function write(picture: Sharp, name: string) {
	const { size } = await picture.png({ palette: true, effort: 10 }).toFile(join(folder, name));
	console.log(`${name}: ${size} bytes`);
}

/** Draws the icon that programs request without reading a page: an ICO file with one PNG per size. */
async function drawIco(sizes: readonly number[], name: string) {
	const pictures = await Promise.all(
		sizes.map((pixels) => drawLogo(pixels).png({ palette: true, effort: 10 }).toBuffer()),
	);
	const header = Buffer.alloc(6 + 16 * sizes.length);
	header.writeUInt16LE(1, 2);
	header.writeUInt16LE(sizes.length, 4);
	let offset = header.length;
	for (const [index, pixels] of sizes.entries()) {
		const length = pictures[index]?.length ?? 0;
		const entry = 6 + 16 * index;
		header.writeUInt8(pixels, entry);
		header.writeUInt8(pixels, entry + 1);
		header.writeUInt16LE(1, entry + 4);
		header.writeUInt16LE(32, entry + 6);
		header.writeUInt32LE(length, entry + 8);
		header.writeUInt32LE(offset, entry + 12);
		offset += length;
	}
	await writeFile(join(folder, name), Buffer.concat([header, ...pictures]));
	console.log(`${name}: ${offset} bytes`);
}

/** Draws the logo without its ground, on which `drawBuiltInLogo` paints it in the operator's colour. */
async function drawShapes(pixels: number) {
	const shapes = logo.toString().replace(/<rect[^>]*>/, '');
	const picture = sharp(Buffer.from(shapes), { density: (72 * pixels) / side }).resize(pixels, pixels);
	const { size } = await picture.png({ palette: true, effort: 10 }).toFile(shapesFile);
	console.log(`${shapesFile}: ${size} bytes`);
}

await draw(192, 'icon-192.png');
await draw(512, 'icon-512.png');
await drawFull(512, 0.8, 'icon-maskable-512.png');
await drawFull(180, 0.9, 'apple-touch-icon.png');
await drawIco([16, 32, 48], 'favicon.ico');
await drawShapes(512);
