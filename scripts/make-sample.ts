/**
 * Renders the pictures and films of the sample content into `main/sample/`. Run by hand after a scene has changed:
 *   node scripts/make-sample.ts [slug …]
 * Needs ffmpeg and any sans-serif font. Its output is committed.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { sampleAds } from '../main/sample/ads.ts';
import type {
	SampleVideo,
	Scene,
	SceneBackdrop,
	SceneLayout,
	SceneObject,
	ScenePalette,
} from '../main/sample/scenes.ts';
import { getSamplePictureFile, getSampleVideoFile } from '../main/sample/scenes.ts';

const folder = join(import.meta.dirname, '../main/sample');

/** Size of a composition and position of its floor, in pixels. Layouts use units relative to the front centre of the floor. */
interface Frame {
	width: number;
	height: number;
	middle: number;
	floor: number;
	unit: number;
}

const pictureFrame: Frame = { width: 1080, height: 1350, middle: 540, floor: 1040, unit: 1080 };
const filmFrames = {
	portrait: { width: 720, height: 1280, middle: 360, floor: 810, unit: 720 },
	landscape: { width: 1280, height: 720, middle: 890, floor: 575, unit: 620 },
} satisfies Record<SampleVideo['shape'], Frame>;

interface Tones {
	wall: [top: string, bottom: string];
	floor: [back: string, front: string];
	shape: string;
	shadow: string;
}

const tones: Record<ScenePalette, Tones> = {
	sand: { wall: ['#F8EFE0', '#F0DFC4'], floor: ['#E9D3B2', '#F4E5CE'], shape: '#FFF8EC', shadow: '#6B4A21' },
	clay: { wall: ['#F6DCCB', '#ECC3A9'], floor: ['#DFAE90', '#EFCBB4'], shape: '#FBEBDF', shadow: '#6A3216' },
	sage: { wall: ['#E6EEDD', '#D0DEC2'], floor: ['#BFD0AF', '#DAE5CD'], shape: '#F5F9EF', shadow: '#33482A' },
	sky: { wall: ['#DDEDF5', '#C4DEEB'], floor: ['#B2D0DF', '#D5E7EF'], shape: '#F3FAFD', shadow: '#20465A' },
	blush: { wall: ['#FBE6E4', '#F4CFCD'], floor: ['#EABCBA', '#F7DAD7'], shape: '#FFF5F3', shadow: '#6E2F35' },
	lilac: { wall: ['#ECE6F5', '#D9CFEA'], floor: ['#C9BDDE', '#E2DAEF'], shape: '#F9F6FD', shadow: '#3F2F63' },
	honey: { wall: ['#FCEDC6', '#F7DB98'], floor: ['#EECB7C', '#F9E3AF'], shape: '#FFF8E4', shadow: '#6F4A08' },
	mint: { wall: ['#DFF2EA', '#C3E4D6'], floor: ['#AED6C5', '#D3EBE0'], shape: '#F3FBF7', shadow: '#1D4D3C' },
	stone: { wall: ['#EFECE7', '#DDD8D0'], floor: ['#CEC7BD', '#E5E1DA'], shape: '#FAF9F6', shadow: '#3B342B' },
	dusk: { wall: ['#4B5A66', '#36434E'], floor: ['#2B3640', '#465460'], shape: '#5C6D7A', shadow: '#0B1116' },
};

/** Icons that Fluent Emoji lacks, drawn in its style on 32 × 32 units. */
const ownIcons: Record<string, string> = {
	'perfume-bottle': `<defs>
		<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#FFD9A0"/><stop offset=".55" stop-color="#F2A65A"/><stop offset="1" stop-color="#C8702B"/></linearGradient>
		<linearGradient id="c" x1="0" x2="1"><stop stop-color="#6B5638"/><stop offset=".35" stop-color="#F6DFA6"/><stop offset=".7" stop-color="#C79B4B"/><stop offset="1" stop-color="#7A5A25"/></linearGradient>
		<linearGradient id="s" x1="0" x2="1"><stop stop-color="#fff" stop-opacity=".75"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient></defs>
		<rect x="12" y="1.5" width="8" height="7.5" rx="1.4" fill="url(#c)"/><rect x="13.2" y="8.8" width="5.6" height="2.6" fill="#E9C983"/>
		<rect x="5.5" y="11" width="21" height="19.5" rx="4" fill="#FFF1DC"/><rect x="5.5" y="11" width="21" height="19.5" rx="4" fill="#E8B87B" opacity=".35"/>
		<path d="M7.5 16.5h17v9.7a2.6 2.6 0 0 1-2.6 2.6H10.1a2.6 2.6 0 0 1-2.6-2.6z" fill="url(#g)"/>
		<rect x="11.2" y="17.8" width="9.6" height="7.4" rx=".8" fill="#FFF8EC"/><path d="M13.2 20.4h5.6M14.2 22.6h3.6" stroke="#A8783A" stroke-width=".7" stroke-linecap="round"/>
		<rect x="6.8" y="12.4" width="3.2" height="16.6" rx="1.6" fill="url(#s)"/>`,
	'gas-cylinder': `<defs>
		<linearGradient id="b" x1="0" x2="1"><stop stop-color="#0E7A50"/><stop offset=".3" stop-color="#5FD3A0"/><stop offset=".62" stop-color="#17915F"/><stop offset="1" stop-color="#075238"/></linearGradient>
		<linearGradient id="m" x1="0" x2="1"><stop stop-color="#7C8791"/><stop offset=".4" stop-color="#EEF2F5"/><stop offset="1" stop-color="#66717B"/></linearGradient></defs>
		<rect x="14" y="1.2" width="4" height="5" rx=".8" fill="url(#m)"/><rect x="11.6" y="2" width="8.8" height="2" rx="1" fill="#D9483B"/>
		<path d="M9 13c0-4.4 2.6-7.4 7-7.4s7 3 7 7.4v14.4A3.2 3.2 0 0 1 19.800 30.600H12.200A3.2 3.2 0 0 1 9 27.400z" fill="url(#b)"/>
		<path d="M9 15.600h14v5.400H9z" fill="#F7F3E8" opacity=".95"/><text x="16" y="19.600" font-family="sans-serif" font-weight="bold" font-size="3.600" text-anchor="middle" fill="#0B6B46">CNG</text>
		<path d="M9 28.200h14" stroke="#053A27" stroke-width=".8" opacity=".5"/>`,
	rug: `<defs><linearGradient id="r" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#C65B3C"/><stop offset="1" stop-color="#9C3D28"/></linearGradient></defs>
		<g fill="#F3E3C3"><path d="M3 5h26v1.400H3zM3 25.600h26V27H3z"/></g><rect x="4" y="6" width="24" height="20" rx=".8" fill="url(#r)"/>
		<rect x="6" y="8" width="20" height="16" rx=".5" fill="none" stroke="#F3D9A4" stroke-width=".8"/>
		<path d="M16 9.500 22 16l-6 6.500L10 16z" fill="#F3D9A4"/><path d="M16 12l3.600 4-3.600 4-3.600-4z" fill="#2F5D62"/>
		<path d="M7.500 9.500 10 12M24.500 9.500 22 12M7.500 22.500 10 20M24.500 22.500 22 20" stroke="#F3D9A4" stroke-width=".9" stroke-linecap="round"/>`,
	cushion: `<defs><linearGradient id="p" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#F7C66B"/><stop offset="1" stop-color="#D98A2B"/></linearGradient></defs>
		<path d="M4 5c4 1.400 20 1.400 24 0-1.400 5-1.400 17 0 22-4-1.400-20-1.400-24 0C5.400 22 5.400 10 4 5z" fill="url(#p)"/>
		<path d="M7 8c3 .8 15 .8 18 0-.8 4-.8 12 0 16-3-.8-15-.8-18 0 .8-4 .8-12 0-16z" fill="none" stroke="#FFF0CF" stroke-width=".7" stroke-dasharray="1.200 1"/>
		<path d="M16 11.500 20.500 16 16 20.500 11.500 16z" fill="#FFF0CF" opacity=".9"/><path d="M16 13.900 18.100 16 16 18.100 13.900 16z" fill="#B5651D"/>`,
};

function assertPresent<T>(value: T | null | undefined, what: string): T {
	if (value === null || value === undefined) throw new Error(`Missing ${what}`);
	return value;
}

/** Creates a generator of random numbers from 0 to 1. The same seed gives the same numbers. */
function createRandom(seed: string): () => number {
	let state = 2166136261;
	for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
	return () => {
		state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
		state = Math.imul(state ^ (state >>> 12), 0x297a2d39);
		state ^= state >>> 15;
		return (state >>> 0) / 4294967296;
	};
}

interface Place {
	/** Horizontal position of the object's centre, relative to the centre of the frame. */
	x: number;
	/** Bottom edge of the object, or its centre if seen from above, relative to the front of the floor. */
	y: number;
	size: number;
	turn?: number;
}

const places: Record<SceneLayout, readonly Place[]> = {
	solo: [
		{ x: 0, y: 0.02, size: 0.72 },
		{ x: 0.34, y: -0.08, size: 0.22 },
		{ x: -0.35, y: -0.07, size: 0.2 },
	],
	pair: [
		{ x: -0.12, y: 0.05, size: 0.6 },
		{ x: 0.25, y: -0.06, size: 0.38 },
		{ x: -0.33, y: -0.09, size: 0.22 },
	],
	trio: [
		{ x: 0, y: 0.07, size: 0.6 },
		{ x: -0.29, y: -0.05, size: 0.29 },
		{ x: 0.29, y: -0.06, size: 0.27 },
		{ x: 0.03, y: -0.13, size: 0.2 },
	],
	row: [
		{ x: -0.24, y: 0.09, size: 0.38 },
		{ x: -0.01, y: 0.02, size: 0.41 },
		{ x: 0.22, y: -0.06, size: 0.44 },
	],
	flat: [
		{ x: 0, y: 0.34, size: 0.58, turn: -8 },
		{ x: 0.31, y: 0.7, size: 0.23, turn: 16 },
		{ x: -0.31, y: -0.01, size: 0.24, turn: -14 },
		{ x: 0.32, y: 0.0, size: 0.19, turn: 10 },
		{ x: -0.32, y: 0.7, size: 0.17, turn: -18 },
	],
	spread: [
		{ x: -0.22, y: 0.56, size: 0.38, turn: -10 },
		{ x: 0.23, y: 0.6, size: 0.36, turn: 9 },
		{ x: -0.2, y: 0.11, size: 0.36, turn: 8 },
		{ x: 0.24, y: 0.13, size: 0.38, turn: -7 },
	],
	close: [
		{ x: 0.08, y: 0.3, size: 1.02, turn: -6 },
		{ x: -0.34, y: -0.06, size: 0.26, turn: 10 },
	],
};

const standingLayouts: readonly SceneLayout[] = ['solo', 'pair', 'trio', 'row'];
const podium = { width: 0.74, depth: 0.13, height: 0.11 };

function getBackdrop(scene: Scene): SceneBackdrop {
	return scene.backdrop ?? (standingLayouts.includes(scene.layout) ? 'plain' : 'light');
}

function backdropSvg(scene: Scene, { width, height, middle, floor, unit }: Frame): string {
	const { wall, floor: ground, shape, shadow } = tones[scene.look];
	const backdrop = getBackdrop(scene);
	const stands = standingLayouts.includes(scene.layout);
	const horizon = floor - unit * 0.15;
	const shapes: Record<SceneBackdrop, string> = {
		plain: '',
		arch: `<path d="M${middle - unit * 0.36} ${horizon + 2}V${horizon - unit * 0.42}a${unit * 0.36} ${unit * 0.36} 0 0 1 ${unit * 0.72} 0V${horizon + 2}z" fill="url(#shape)"/>`,
		sun: `<circle cx="${middle}" cy="${floor - unit * (stands ? 0.4 : 0.34)}" r="${unit * 0.41}" fill="url(#shape)"/>`,
		light: `<g fill="${shape}" opacity=".55" filter="url(#soft)" transform="skewX(-16)"><rect x="${middle - unit * 0.06}" y="${-height * 0.1}" width="${unit * 0.26}" height="${height * 1.2}"/><rect x="${middle + unit * 0.28}" y="${-height * 0.1}" width="${unit * 0.15}" height="${height * 1.2}"/></g>`,
		panels: `<rect x="${middle - unit * 0.42}" y="${horizon - unit * 0.66}" width="${unit * 0.44}" height="${unit * 0.66 + 2}" rx="${unit * 0.02}" fill="url(#shape)"/><rect x="${middle - unit * 0.06}" y="${horizon - unit * 0.48}" width="${unit * 0.48}" height="${unit * 0.48 + 2}" rx="${unit * 0.02}" fill="${ground[0]}" opacity=".55"/>`,
		podium: '',
	};
	const top = floor - unit * (podium.height - 0.02);
	const [rx, ry] = [(unit * podium.width) / 2, (unit * podium.depth) / 2];
	const stand =
		backdrop === 'podium'
			? `<ellipse cx="${middle + unit * 0.03}" cy="${top + unit * podium.height + unit * 0.015}" rx="${rx * 1.08}" ry="${ry * 1.15}" fill="${shadow}" opacity=".26" filter="url(#soft)"/>
				<path d="M${middle - rx} ${top}v${unit * podium.height}a${rx} ${ry} 0 0 0 ${rx * 2} 0v${-unit * podium.height}z" fill="url(#side)"/><ellipse cx="${middle}" cy="${top}" rx="${rx}" ry="${ry}" fill="${shape}"/>`
			: '';
	const scenery = stands
		? `<rect width="${width}" height="${height}" fill="url(#wall)"/>${shapes[backdrop]}<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#floor)"/><rect y="${horizon - unit * 0.03}" width="${width}" height="${unit * 0.06}" fill="${ground[0]}" opacity=".35" filter="url(#soft)"/>${stand}`
		: `<rect width="${width}" height="${height}" fill="url(#above)"/>${shapes[backdrop]}`;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
		<linearGradient id="wall" x2=".3" y2="1"><stop stop-color="${wall[0]}"/><stop offset=".8" stop-color="${wall[1]}"/></linearGradient>
		<linearGradient id="above" x2="1" y2="1"><stop stop-color="${wall[0]}"/><stop offset="1" stop-color="${ground[0]}"/></linearGradient>
		<linearGradient id="floor" x2="0" y2="1"><stop stop-color="${ground[0]}"/><stop offset=".75" stop-color="${ground[1]}"/></linearGradient>
		<linearGradient id="shape" x2="0" y2="1"><stop stop-color="${shape}"/><stop offset="1" stop-color="${shape}" stop-opacity=".45"/></linearGradient>
		<linearGradient id="side"><stop stop-color="${wall[0]}"/><stop offset=".35" stop-color="${shape}"/><stop offset="1" stop-color="${ground[0]}"/></linearGradient>
		<filter id="soft" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${unit * 0.02}"/></filter></defs>${scenery}</svg>`;
}

interface Layer {
	input: Buffer;
	width: number;
	height: number;
}

/** Encodes an image as PNG. Returns the bytes with the actual size. */
async function toLayer(image: Sharp): Promise<Layer> {
	const { data, info } = await image.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true });
	return { input: data, width: info.width, height: info.height };
}

type Icons = Record<string, { body: string; width?: number; height?: number }>;

async function readIcons(): Promise<Icons> {
	const file = join(import.meta.dirname, '../node_modules/@iconify-json/fluent-emoji/icons.json');
	return (JSON.parse(await readFile(file, 'utf8')) as { icons: Icons }).icons;
}

/** Draws an object without the empty space around it. The area is about `side`² pixels, so that all shapes look equally large. */
async function drawThing(icons: Icons, thing: SceneObject, side: number, turn: number): Promise<Layer> {
	const icon = icons[thing.icon];
	const body = ownIcons[thing.icon] ?? assertPresent(icon, `icon ${thing.icon}`).body;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200" viewBox="0 0 ${icon?.width ?? 32} ${icon?.height ?? 32}">${body}</svg>`;
	const bare = await toLayer(sharp(Buffer.from(svg)).trim({ background: '#00000000', threshold: 1 }));
	const even = side / Math.sqrt(bare.width * bare.height);
	const ratio = Math.min(even * 0.94, (side * 1.18) / Math.max(bare.width, bare.height)) * (thing.scale ?? 1);
	const resized = sharp(bare.input)
		.resize(Math.round(bare.width * ratio), Math.round(bare.height * ratio))
		.flop(thing.flip === true)
		.modulate({ hue: thing.hue ?? 0, saturation: thing.colour ?? 1, brightness: thing.bright ?? 1 });
	const flat = await toLayer(resized);
	if (turn === 0) return flat;
	const turned = await toLayer(sharp(flat.input).rotate(turn, { background: '#00000000' }));
	return toLayer(sharp(turned.input).trim({ background: '#00000000', threshold: 1 }));
}

/** Draws a layer's silhouette as a blurred shadow, extended by `pad` pixels on each side. */
async function drawShadow(
	layer: Layer,
	{ colour, opacity, blur, pad }: { colour: string; opacity: number; blur: number; pad: number },
): Promise<Layer> {
	const grown = await toLayer(
		sharp(layer.input).extend({ top: pad, bottom: pad, left: pad, right: pad, background: '#00000000' }),
	);
	const alpha = await sharp(grown.input)
		.extractChannel('alpha')
		.blur(Math.max(0.5, blur))
		.linear(opacity, 0)
		.raw()
		.toBuffer();
	const raw = { width: grown.width, height: grown.height, channels: 1 as const };
	return toLayer(
		sharp({ create: { width: grown.width, height: grown.height, channels: 3, background: colour } }).joinChannel(
			alpha,
			{
				raw,
			},
		),
	);
}

/** Crops a layer to the frame, because sharp rejects a layer that exceeds the picture. */
async function toOverlays(layer: Layer, left: number, top: number, frame: Frame): Promise<OverlayOptions[]> {
	const [x, y] = [Math.round(left), Math.round(top)];
	const cut = { left: Math.max(0, -x), top: Math.max(0, -y), width: 0, height: 0 };
	cut.width = Math.min(layer.width, frame.width - x) - cut.left;
	cut.height = Math.min(layer.height, frame.height - y) - cut.top;
	if (cut.width <= 0 || cut.height <= 0) return [];
	return [{ input: await sharp(layer.input).extract(cut).toBuffer(), left: Math.max(0, x), top: Math.max(0, y) }];
}

async function drawScene(icons: Icons, scene: Scene, frame: Frame, seed: string): Promise<Sharp> {
	const { unit } = frame;
	const random = createRandom(seed);
	const stands = standingLayouts.includes(scene.layout);
	const colour = tones[scene.look].shadow;
	const layers: OverlayOptions[] = [];
	const layout = places[scene.layout];
	const pieces = scene.things.map((name, index) => ({
		thing: typeof name === 'string' ? { icon: name } : name,
		place: assertPresent(layout[index], `place for ${index + 1} things in ${scene.layout}`),
		first: index === 0,
	}));
	if (stands) pieces.sort((a, b) => b.place.y - a.place.y);

	for (const { thing, place, first } of pieces) {
		const onPodium = getBackdrop(scene) === 'podium' && first && scene.layout !== 'row';
		const wobble = stands ? 0 : (random() - 0.5) * 8;
		const shift = first ? 0 : (random() - 0.5) * 0.024;
		const layer = await drawThing(
			icons,
			thing,
			place.size * unit * (onPodium ? 0.88 : 1),
			(place.turn ?? 0) * (thing.turn === undefined ? 1 : 0) + (thing.turn ?? wobble),
		);
		const x = frame.middle + ((onPodium ? place.x / 2 : place.x) + shift) * unit - layer.width / 2;
		if (!stands) {
			const y = frame.floor - place.y * unit - layer.height / 2;
			const pad = Math.round(unit * 0.07);
			for (const [far, opacity, blur] of [
				[0.03, 0.26, 0.024],
				[0.008, 0.22, 0.006],
			] as const) {
				const shadow = await drawShadow(layer, { colour, opacity, blur: blur * unit, pad });
				layers.push(...(await toOverlays(shadow, x - pad + far * unit * 0.6, y - pad + far * unit, frame)));
			}
			layers.push(...(await toOverlays(layer, x, y, frame)));
			continue;
		}
		const foot = frame.floor - (onPodium ? podium.height - 0.035 : place.y) * unit;
		const bottom = await toLayer(
			sharp(layer.input)
				.extract({
					left: 0,
					top: Math.floor(layer.height * 0.8),
					width: layer.width,
					height: Math.ceil(layer.height * 0.2) - 1,
				})
				.resize(layer.width, Math.max(8, Math.round(layer.width * 0.1)), { fit: 'fill' }),
		);
		const cast = await toLayer(
			sharp(layer.input)
				.resize(layer.width, Math.max(8, Math.round(layer.height * 0.24)), { fit: 'fill' })
				.affine([1, -0.9, 0, 1], { background: '#00000000' }),
		);
		const pad = Math.round(unit * 0.07);
		const far = await drawShadow(cast, { colour, opacity: 0.15, blur: unit * 0.02, pad });
		layers.push(...(await toOverlays(far, x - pad, foot - cast.height - pad + unit * 0.01, frame)));
		for (const [opacity, blur] of [
			[0.34, 0.022],
			[0.34, 0.007],
		] as const) {
			const near = await drawShadow(bottom, { colour, opacity, blur: blur * unit, pad });
			layers.push(...(await toOverlays(near, x - pad, foot - bottom.height * 0.62 - pad, frame)));
		}
		layers.push(...(await toOverlays(layer, x, foot - layer.height, frame)));
	}
	return sharp(Buffer.from(backdropSvg(scene, frame))).composite(layers);
}

function escapeXml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function captionSvg({ shape, headline, line }: SampleVideo, { width, height }: Frame): string {
	const portrait = shape === 'portrait';
	const size = portrait ? 62 : 58;
	const x = portrait ? width / 2 : 84;
	const first = portrait ? height - 250 - (headline.length - 1) * size * 0.6 : 300 - (headline.length - 1) * size * 0.5;
	const anchor = portrait ? 'middle' : 'start';
	const rows = headline
		.map((row, index) => `<text x="${x}" y="${first + index * size * 1.16}">${escapeXml(row)}</text>`)
		.join('');
	const below = first + (headline.length - 1) * size * 1.16;
	const pill = { width: line.length * 17 + 72, height: 66 };
	const pillX = portrait ? x - pill.width / 2 : x - 4;
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
		<g font-family="Liberation Sans, Arial, sans-serif" font-weight="bold" text-anchor="${anchor}"><g font-size="${size}" letter-spacing="-1" fill="#17211C">${rows}</g>
		<rect x="${pillX}" y="${below + 36}" width="${pill.width}" height="${pill.height}" rx="33" fill="#0B6B46"/>
		<text x="${pillX + pill.width / 2}" y="${below + 36 + 44}" font-size="31" fill="#fff" text-anchor="middle">${escapeXml(line)}</text></g></svg>`;
}

const rate = 44_100;

/** Generates the music of a film: plucked strings on a pentatonic scale over two soft sustained notes, as mono 16-bit WAV. */
function tune(seed: number, seconds: number): Buffer {
	const random = createRandom(`tune ${seed}`);
	const samples = new Float64Array(Math.round(seconds * rate));
	const root = assertPresent([196, 220, 174.61, 207.65, 233.08, 185][seed % 6], 'root');
	const scale = [0, 2, 4, 7, 9, 12, 14, 16, 19];
	const pitch = (step: number) => root * 2 ** (assertPresent(scale[step], 'step') / 12);
	const beat = 60 / (88 + (seed % 4) * 8) / 2;

	for (let note = 0, step = 4; note * beat < seconds - 1.1; note += 1) {
		if (note % 8 !== 0 && random() < 0.28) continue;
		step =
			note % 8 === 0
				? ([0, 5, 3, 7][(note / 8) % 4] ?? 0)
				: Math.max(0, Math.min(8, step + Math.round((random() - 0.5) * 4)));
		const start = Math.round(note * beat * rate);
		const hertz = pitch(step) * (note % 8 === 0 ? 1 : 2);
		const loud = note % 4 === 0 ? 0.3 : 0.2;
		for (let at = 0; at < rate * 1.3 && start + at < samples.length; at += 1) {
			const time = at / rate;
			const attack = Math.min(1, time / 0.006);
			let wave = 0;
			for (const [partial, part] of [1, 0.42, 0.16, 0.06].entries()) {
				wave += part * Math.sin(2 * Math.PI * hertz * (partial + 1) * time) * Math.exp(-time * (3.2 + partial * 3));
			}
			samples[start + at] = (samples[start + at] ?? 0) + loud * attack * wave;
		}
	}
	for (let at = 0; at < samples.length; at += 1) {
		const time = at / rate;
		const swell = 0.035 * Math.min(1, time / 1.5) * (1 + 0.2 * Math.sin(time * 2));
		samples[at] =
			(samples[at] ?? 0) + swell * (Math.sin(Math.PI * root * time) + 0.7 * Math.sin(Math.PI * root * 1.5 * time));
		samples[at] = (samples[at] ?? 0) * Math.min(1, (seconds - time) / 1.2);
	}
	const wav = Buffer.alloc(44 + samples.length * 2);
	wav.write('RIFF', 0);
	wav.writeUInt32LE(36 + samples.length * 2, 4);
	wav.write('WAVEfmt ', 8);
	wav.writeUInt32LE(16, 16);
	wav.writeUInt16LE(1, 20);
	wav.writeUInt16LE(1, 22);
	wav.writeUInt32LE(rate, 24);
	wav.writeUInt32LE(rate * 2, 28);
	wav.writeUInt16LE(2, 32);
	wav.writeUInt16LE(16, 34);
	wav.write('data', 36);
	wav.writeUInt32LE(samples.length * 2, 40);
	samples.forEach((value, index) => {
		wav.writeInt16LE(Math.round(Math.tanh(value * 1.3) * 26_000), 44 + index * 2);
	});
	return wav;
}

async function ffmpeg(args: readonly string[]): Promise<void> {
	const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...args], { stdio: 'inherit' });
	const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('exit', resolve));
	if (code !== 0) throw new Error(`ffmpeg exited with ${code}`);
}

/** Makes a film that zooms slowly. ffmpeg's `perspective` filter moves by fractions of a pixel; its `zoompan` filter would jitter. */
async function makeFilm(icons: Icons, film: SampleVideo, slug: string, target: string): Promise<void> {
	const frame = filmFrames[film.shape];
	const fps = 20;
	const blend = 0.4;
	const count = film.scenes.length;
	const each = (film.seconds + blend * (count - 1)) / count;
	const work = await mkdtemp(join(tmpdir(), 'sample-film-'));
	try {
		const inputs: string[] = [];
		const filters: string[] = [];
		for (const [index, scene] of film.scenes.entries()) {
			const file = join(work, `${index}.png`);
			await (await drawScene(icons, scene, frame, `${slug} ${index}`)).png().toFile(file);
			inputs.push('-loop', '1', '-framerate', String(fps), '-t', each.toFixed(3), '-i', file);
			const near = `(0.035*on/${Math.round(each * fps)})`;
			const zoom = index % 2 === 0 ? near : `(0.035-${near})`;
			const [cx, cy] = [frame.middle / frame.width, (frame.floor - 0.3 * frame.unit) / frame.height];
			const [left, right] = [`W*${cx}*${zoom}`, `W*(1-${1 - cx}*${zoom})`];
			const [top, bottom] = [`H*${cy}*${zoom}`, `H*(1-${1 - cy}*${zoom})`];
			filters.push(
				`[${index}]format=yuv444p,perspective=x0='${left}':y0='${top}':x1='${right}':y1='${top}':x2='${left}':y2='${bottom}':x3='${right}':y3='${bottom}':interpolation=cubic:eval=frame[z${index}]`,
			);
		}
		let last = 'z0';
		for (let index = 1; index < count; index += 1) {
			filters.push(
				`[${last}][z${index}]xfade=transition=fade:duration=${blend}:offset=${(index * (each - blend)).toFixed(3)}[x${index}]`,
			);
			last = `x${index}`;
		}
		await sharp(Buffer.from(captionSvg(film, frame)))
			.png()
			.toFile(join(work, 'caption.png'));
		await writeFile(join(work, 'tune.wav'), tune(film.tune, film.seconds));
		inputs.push('-loop', '1', '-framerate', String(fps), '-t', String(film.seconds), '-i', join(work, 'caption.png'));
		inputs.push('-i', join(work, 'tune.wav'));
		filters.push(
			`[${count}]format=rgba,fade=in:st=0.3:d=0.6:alpha=1[words]`,
			`[${last}][words]overlay=format=auto,format=yuv420p[out]`,
		);
		await ffmpeg([
			...inputs,
			...['-filter_complex', filters.join(';'), '-map', '[out]', '-map', `${count + 1}:a`, '-t', String(film.seconds)],
			...['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'veryslow', '-tune', 'animation', '-crf', '33'],
			...['-g', String(fps * 10), '-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'],
			...[
				'-c:a',
				'aac',
				'-b:a',
				'40k',
				'-map_metadata',
				'-1',
				'-fflags',
				'+bitexact',
				'-movflags',
				'+faststart',
				target,
			],
		]);
	} finally {
		await rm(work, { recursive: true, force: true });
	}
}

async function removeUnused(part: string, wanted: ReadonlySet<string>): Promise<void> {
	for (const name of await readdir(join(folder, part))) {
		if (!wanted.has(`${part}/${name}`)) await rm(join(folder, part, name));
	}
}

async function main(only: readonly string[]): Promise<void> {
	const icons = await readIcons();
	const wanted = new Set<string>();
	await mkdir(join(folder, 'pictures'), { recursive: true });
	await mkdir(join(folder, 'videos'), { recursive: true });
	for (const ad of sampleAds) {
		const chosen = only.length === 0 || only.includes(ad.slug);
		for (const [index, scene] of ad.pictures.entries()) {
			const file = getSamplePictureFile(ad.slug, index);
			wanted.add(file);
			if (!chosen) continue;
			const image = await drawScene(icons, scene, pictureFrame, file);
			await image.removeAlpha().webp({ quality: 36, effort: 6 }).toFile(join(folder, file));
		}
		if (ad.film) {
			wanted.add(getSampleVideoFile(ad.slug));
			if (chosen) await makeFilm(icons, ad.film, ad.slug, join(folder, getSampleVideoFile(ad.slug)));
		}
	}
	await removeUnused('pictures', wanted);
	await removeUnused('videos', wanted);
	console.log(`${wanted.size} files in main/sample`);
}

await main(process.argv.slice(2));
