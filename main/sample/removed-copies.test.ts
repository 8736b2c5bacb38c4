import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import {
	computeSearchedVectors,
	computeStoredVectors,
	isCopy,
	measureVectors,
	type PictureVector,
	toPictureHash,
} from '../../server/media-tools/images/index.ts';
import {
	computeTextSignature,
	isNearlySameText,
	toNearbyPictureHashKeys,
	toPictureHashKeys,
	toTextBands,
} from '../../server/moderation/index.ts';
import { sampleAds } from './ads.ts';
import { samplePosts } from './posts.ts';

type Change = (picture: Buffer) => Promise<Buffer>;

const encode = (picture: Sharp) => picture.jpeg({ quality: 80 }).toBuffer();

/** Cuts parts of the width and height off the sides. */
const cut =
	(left: number, top: number, right: number, bottom: number): Change =>
	async (picture) => {
		const { width, height } = await sharp(picture).metadata();
		const [x, y] = [Math.floor(width * left), Math.floor(height * top)];
		const [across, down] = [Math.floor(width * (1 - left - right)), Math.floor(height * (1 - top - bottom))];
		return encode(sharp(picture).extract({ left: x, top: y, width: across, height: down }));
	};

const frame =
	(part: number, background: string): Change =>
	async (picture) => {
		const side = Math.round((await sharp(picture).metadata()).width * part);
		return encode(sharp(picture).extend({ top: side, bottom: side, left: side, right: side, background }));
	};

const turn =
	(angle: number, background = '#fff'): Change =>
	(picture) =>
		encode(sharp(picture).rotate(angle, { background }));

const changes: Readonly<Record<string, Change>> = {
	'encoded again': (picture) => sharp(picture).webp({ quality: 40 }).toBuffer(),
	smaller: (picture) => encode(sharp(picture).resize(160)),
	brighter: (picture) => encode(sharp(picture).modulate({ brightness: 1.1 })),
	'cut on all sides': cut(0.05, 0.05, 0.05, 0.05),
	'cut on two sides': cut(0.05, 0.05, 0, 0),
	'cut on one side': cut(0, 0, 0.05, 0),
	mirrored: (picture) => encode(sharp(picture).flop()),
	negative: (picture) => encode(sharp(picture).negate({ alpha: false })),
	'turned right': turn(3),
	'turned left': turn(-3, '#000'),
	'in a white frame': frame(0.1, '#fff'),
	'in a black frame': frame(0.04, '#000'),
};

/** Changes in which copies differ most from their originals. */
const hardest = ['cut on all sides', 'cut on two sides', 'turned right'];

/** Changes that are made after another one. */
const seconds = ['smaller', 'cut on two sides', 'mirrored', 'negative', 'turned right', 'in a black frame'];

const toKeys = (vectors: readonly PictureVector[], listKeys: (hash: string) => number[]) =>
	new Set(vectors.flatMap((vector) => listKeys(toPictureHash(vector))));

function haveCommon<T>(one: ReadonlySet<T>, other: ReadonlySet<T>): boolean {
	return [...one].some((value) => other.has(value));
}

interface Stored {
	name: string;
	vectors: PictureVector[];
	keys: Set<number>;
}

function isFound({ keys, vectors }: Stored, searched: readonly PictureVector[], nearby: ReadonlySet<number>): boolean {
	return haveCommon(keys, nearby) && isCopy(measureVectors(vectors), measureVectors(searched));
}

async function readPictures(): Promise<{ name: string; bytes: Buffer }[]> {
	const root = join(import.meta.dirname, 'files/pictures');
	const names = await readdir(root);
	return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(root, name, 'w320.webp')) })));
}

test('finds changed copies of sample pictures, and no other picture', { timeout: 120_000 }, async ({ annotate }) => {
	const pictures = await readPictures();
	const stored: Stored[] = [];
	for (const { name, bytes } of pictures) {
		const vectors = await computeStoredVectors(bytes);
		stored.push({ name, vectors, keys: toKeys(vectors, toPictureHashKeys) });
	}

	let pairs = 0;
	const wrong: string[] = [];
	for (const { name, bytes } of pictures) {
		const searched = await computeSearchedVectors(bytes);
		const nearby = toKeys(searched, toNearbyPictureHashKeys);
		for (const other of stored) {
			if (other.name === name) continue;
			pairs += 1;
			if (isFound(other, searched, nearby)) wrong.push(`${name} ${other.name}`);
		}
	}

	let copies = 0;
	const missed: string[] = [];
	for (const [index, { name, bytes }] of pictures.entries()) {
		const original = stored[index];
		if (!original) continue;
		// Every thirtieth picture is changed in all ways, the others only in those that are missed most easily, to keep the test short.
		const isChangedTwice = index % 30 === 0;
		for (const [first, change] of Object.entries(changes)) {
			if (!isChangedTwice && !hardest.includes(first)) continue;
			const once = await change(bytes);
			const then = isChangedTwice ? seconds : [];
			const twice = then.filter((second) => second !== first).map((second) => ({ second, change: changes[second] }));
			for (const { second, change: next } of [{ second: '', change: undefined }, ...twice]) {
				copies += 1;
				const searched = await computeSearchedVectors(next ? await next(once) : once);
				const nearby = toKeys(searched, toNearbyPictureHashKeys);
				if (!isFound(original, searched, nearby)) missed.push(`${name} ${first} ${second}`);
			}
		}
	}
	await annotate(
		`${copies - missed.length} of ${copies} changed copies found, ${wrong.length} of ${pairs} pairs of pictures false`,
	);
	expect(pictures.length).toBeGreaterThan(100);
	expect(missed).toEqual([]);
	expect(wrong).toEqual([]);
});

test('finds rewritten texts of the sample content, and no other text', async ({ annotate }) => {
	const texts = [
		...sampleAds.map(({ title, description }) => `${title}\n${description}`),
		...samplePosts.map(({ text }) => text),
	];
	const sign = (text: string) => {
		const signature = computeTextSignature(text, 7);
		return signature === null ? null : { signature, bands: new Set(toTextBands(signature)) };
	};
	type Signed = NonNullable<ReturnType<typeof sign>>;
	const signatures = texts.map(sign);
	const isCopied = (one: Signed, other: Signed) =>
		haveCommon(one.bands, other.bands) && isNearlySameText(one.signature, other.signature);
	const wrong: string[] = [];
	let compared = 0;
	for (const [index, one] of signatures.entries()) {
		for (const [earlier, other] of signatures.slice(0, index).entries()) {
			if (one === null || other === null) continue;
			compared += 1;
			if (isCopied(one, other)) wrong.push(`${texts[index]} ${texts[earlier]}`);
		}
	}

	const rewritings: ((text: string) => string)[] = [
		(text) => text.toUpperCase(),
		(text) => text.replaceAll('a', 'а').replaceAll('o', '0'),
		(text) => [...text].join(' '),
		(text) => text.replaceAll('e', 'e\u200b'),
		(text) => `Hello! ${text} Thanks.`,
		(text) => text.replace(/\p{L}+$/u, 'today'),
	];
	let copies = 0;
	const missed: string[] = [];
	for (const [index, text] of texts.entries()) {
		const original = signatures[index];
		if (original === null || original === undefined) continue;
		for (const rewrite of rewritings) {
			copies += 1;
			const copy = sign(rewrite(text));
			if (copy === null || !isCopied(original, copy)) missed.push(rewrite(text));
		}
	}
	await annotate(
		`${copies - missed.length} of ${copies} rewritten texts found, ${wrong.length} of ${compared} pairs of texts false`,
	);
	expect(copies).toBeGreaterThan(100);
	expect(missed).toEqual([]);
	expect(wrong).toEqual([]);
});
