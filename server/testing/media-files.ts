import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { runFfmpeg } from './video-samples.ts';

/** Makes a JPEG of one colour from raw pixels, because libvips may already be restricted to certain file formats. */
export async function makeJpeg({ width = 40, height = 30, red = 200 } = {}): Promise<Buffer> {
	const pixels = Buffer.alloc(width * height * 3, red);
	return sharp(pixels, { raw: { width, height, channels: 3 } })
		.jpeg()
		.toBuffer();
}

/** Makes a PNG of a few kilobytes that decodes to more pixels than uploads may have: one bit for each of 8000 × 8000 pixels. */
export function makePictureBomb(): Buffer {
	const side = 8000;
	const header = Buffer.alloc(13);
	header.writeUInt32BE(side, 0);
	header.writeUInt32BE(side, 4);
	header[8] = 1;
	const pixels = deflateSync(Buffer.alloc(side * (1 + side / 8)));
	const chunks = [makeChunk('IHDR', header), makeChunk('IDAT', pixels), makeChunk('IEND', Buffer.of())];
	return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function makeChunk(type: string, data: Buffer): Buffer {
	const [length, checksum, content] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])];
	length.writeUInt32BE(data.length);
	checksum.writeUInt32BE(crc32(content));
	return Buffer.concat([length, content, checksum]);
}

const recipes = {
	/** Video that browsers play without transcoding. */
	'small.mp4': ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
	'small.avi': ['-c:v', 'mpeg4', '-q:v', '5'],
};

const videos = new Map<string, Promise<Buffer>>();

/** Makes a video of one second with a test pattern of 160 × 120 pixels. Each video is rendered once per process. */
export function makeVideo(name: keyof typeof recipes = 'small.mp4'): Promise<Buffer> {
	let video = videos.get(name);
	if (!video) {
		video = renderVideo(name);
		videos.set(name, video);
	}
	return video;
}

async function renderVideo(name: keyof typeof recipes): Promise<Buffer> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-video-'));
	try {
		const path = join(folder, name);
		await runFfmpeg('-f', 'lavfi', '-i', 'testsrc2=s=160x120:d=1:r=10', ...recipes[name], path);
		return await readFile(path);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
