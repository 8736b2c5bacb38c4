import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import * as limits from '../contract/core/limits.ts';
import { sampleAds } from '../main/sample/ads.ts';
import {
	getSampleAvatarName,
	listSampleFileNames,
	readSampleFilesList,
	sampleFilesFolder,
	sampleFilesList,
} from '../main/sample/files.ts';
import { sampleSellers } from '../main/sample/sellers.ts';
import { type FinishedMedia, finishPicture, finishVideo, listFinishedFiles } from '../server/media/index.ts';
import { findVideoTools } from '../server/media-tools/transcoding/index.ts';
import { drawSampleLogo } from './sample-logos.ts';

// Makes the files in main/sample/files from pictures and films, with the code that processes uploads. Run it by hand:
//   node scripts/make-sample.ts <folder>
// The folder holds sources such as `soup-basket-1.png` (800 × 1000 pixels; PNG or WebP) and `film-oud.mp4`. Files without a source stay as they are.
// Logos are drawn anew. Files that the sample content does not use are removed.

/** Side of an avatar in pixels: the size in which the product shows avatars. */
const avatarSide = 320;

interface Source {
	/** Name of the file in the sample content, such as `pictures/soup-basket-1`. */
	name: string;
	path: string;
}

const mediaNames = sampleAds.flatMap(listSampleFileNames);

/** Lists the sources of a folder. Throws if one has a name that the sample content does not use. */
async function listSources(folder: string): Promise<Source[]> {
	const byBaseName = new Map(mediaNames.map((name) => [parse(name).base, name]));
	return (await readdir(folder)).sort().map((file) => {
		const name = byBaseName.get(parse(file).name);
		if (!name) throw new Error(`The sample content has no ${file}`);
		return { name, path: join(folder, file) };
	});
}

async function drawLogos(folder: string): Promise<Source[]> {
	return Promise.all(
		sampleSellers.map(async ({ user_name: userName }) => {
			const path = join(folder, `${userName}.png`);
			// Drawn in four times the size, because scaled edges are smoother.
			const logo = sharp(Buffer.from(drawSampleLogo(userName)), { density: 288 });
			await logo.resize(avatarSide, avatarSide).removeAlpha().png().toFile(path);
			return { name: getSampleAvatarName(userName), path };
		}),
	);
}

/** Makes the finished files of a source in place of those that the sample content had. */
async function make({ name, path }: Source, work: string): Promise<FinishedMedia> {
	const folder = await mkdtemp(join(work, 'made-'));
	const media = await (name.startsWith('videos/') ? makeFilm(path, folder, work) : finishPicture(path, folder));
	const target = join(sampleFilesFolder, name);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	for (const { name: file } of listFinishedFiles(media)) {
		await copyFile(join(folder, file), join(target, file));
	}
	return media;
}

async function makeFilm(path: string, folder: string, workFolder: string): Promise<FinishedMedia> {
	const found = await findVideoTools({ workFolder });
	if (!found.found) throw new Error(found.sentence);
	return finishVideo(found.tools, path, folder);
}

async function removeUnused(wanted: ReadonlySet<string>): Promise<void> {
	for (const part of await readdir(sampleFilesFolder)) {
		for (const name of await readdir(join(sampleFilesFolder, part))) {
			if (!wanted.has(`${part}/${name}`)) {
				await rm(join(sampleFilesFolder, part, name), { recursive: true });
			}
		}
	}
}

/** Prints the total size of all files, and which pictures take the most: grainy sources give large files. */
function printSizes(list: Readonly<Record<string, FinishedMedia>>): void {
	const sizes = Object.entries(list).map(([name, { picture, renditions }]) => {
		const bytes = [...picture.sizes, ...(renditions ?? [])].reduce((sum, file) => sum + file.bytes, 0);
		return { name, bytes };
	});
	const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
	console.log(`${(total / limits.megabyte).toFixed(1)} MB in total. The largest:`);
	for (const { name, bytes } of sizes.sort((a, b) => b.bytes - a.bytes).slice(0, 10)) {
		console.log(`  ${String(Math.round(bytes / 1024)).padStart(5)} KB  ${name}`);
	}
}

async function main(folder: string | undefined): Promise<void> {
	await mkdir(sampleFilesFolder, { recursive: true });
	const work = await mkdtemp(join(tmpdir(), 'sample-'));
	try {
		// Logos come first: processing the first picture disables SVG in this process.
		const sources = [...(await drawLogos(work)), ...(folder ? await listSources(folder) : [])];
		const made = await readSampleFilesList().catch(() => ({}) as Record<string, FinishedMedia>);
		const waiting = sources.values();
		const workers = Array.from({ length: availableParallelism() }, async () => {
			for (const source of waiting) made[source.name] = await make(source, work);
		});
		await Promise.all(workers);

		const wanted = new Set([...mediaNames, ...sampleSellers.map((seller) => getSampleAvatarName(seller.user_name))]);
		await removeUnused(wanted);
		const missing = [...wanted].filter((name) => !made[name]);
		const list = Object.fromEntries([...wanted].sort().flatMap((name) => (made[name] ? [[name, made[name]]] : [])));
		await writeFile(sampleFilesList, `${JSON.stringify(list, null, '\t')}\n`);
		console.log(
			`${sources.length} of ${wanted.size} made${missing.length > 0 ? `; missing: ${missing.join(', ')}` : ''}`,
		);
		printSizes(list);
	} finally {
		await rm(work, { recursive: true, force: true });
	}
}

await main(process.argv[2]);
