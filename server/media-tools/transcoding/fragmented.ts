import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFrameBit, parseSegmentIndex, type Segment } from '../../../contract/media/segment-index.ts';
import { buildGlobalArguments, buildInputArguments } from './arguments.ts';
import { TranscodingError } from './errors.ts';
import { measureFile } from './probe.ts';
import { runConfined } from './run-confined.ts';
import type { VideoTools } from './tools.ts';
import { areTracksEqual, canCopyTracks, getEnd, maxTrackDifference, type VideoTracks } from './tracks.ts';
import { inputFileName, moveOutput, outputFileName, withWorkFolder } from './work-folder.ts';

/** A fragmented copy of a rendition. */
export type FragmentedCopy = {
	bytes: number;
	/** Codecs of the streams in the syntax of RFC 6381, such as 'avc1.64001f,mp4a.40.2'. */
	codecs: string;
	segments: Segment[];
};

const copySeconds = 300;
/** Videos up to this duration in milliseconds get short fragments. The index of a longer video would delay its start. */
const maxShortFragments = 60_000;
/** Bytes at the start of a file that are sure to contain its index. */
const maxIndexBytes = 1_048_576;
/** Bytes at the start of a fragment that are sure to contain the flags of its first picture. */
const maxHeaderBytes = 256;
/** Number of the track with the picture. */
const pictureTrack = 1;
/** Bit of a picture's flags in ISO/IEC 14496-12, 8.8.3.1: other pictures are needed to show this one. */
const notKeyFrameBit = 0x1_00_00;
/** Half of the seconds that a packet of AAC takes. */
const halfSoundPacket = 0.0107;

/**
 * Copies a rendition into a fragmented MP4 at `output`: a CMAF track file with one index (`sidx`) before the fragments. Players can load and
 * show each segment alone. Throws `TranscodingError`, with the reason `differs` if the copy would play otherwise than the rendition, and the
 * reason of an aborted signal.
 */
export async function makeFragmentedCopy(
	tools: VideoTools,
	input: string,
	output: string,
	{ durationMs, bytes }: { durationMs: number; bytes: number },
	{ signal }: { signal?: AbortSignal } = {},
): Promise<FragmentedCopy> {
	return withWorkFolder(tools, input, async (folder) => {
		const { code, stderr } = await runConfined(tools.confinement, tools.ffmpeg, copyArguments(durationMs), {
			folder,
			seconds: copySeconds,
			outputBytes: 1_048_576 + 2 * bytes,
			signal,
		});
		if (code !== 0) throw new TranscodingError('failed', `ffmpeg ended with ${code}: ${stderr}`);
		const source = await measureRendition(tools, folder, signal);
		const start = await withFile(join(folder, outputFileName), 'r+', async (file) => {
			const indexed = readTracks(await readStart(file));
			if (!canCopyTracks(source) || !indexed || !areTracksEqual(source, indexed)) {
				throw new TranscodingError('differs', `a fragmented copy differs: ${JSON.stringify({ source, indexed })}`);
			}
			await correctIndex(file, getEnd(source) - indexed.picture.endMs);
			return readStart(file);
		});
		const segments = parseSegmentIndex(start) ?? [];
		if (!segments[0]?.startsWithKeyFrame)
			throw new TranscodingError('differs', 'a fragmented copy starts without a key frame');
		const codecs = readCodecs(start.subarray(0, segments[0].offset));
		return { bytes: await moveOutput(folder, output), codecs, segments };
	});
}

/** Returns true if a fragmented copy plays like its rendition. Throws `TranscodingError` and the reason of an aborted signal. */
export async function isFragmentedCopyEqual(
	tools: VideoTools,
	rendition: string,
	copy: string,
	{ signal }: { signal?: AbortSignal } = {},
): Promise<boolean> {
	const source = await withWorkFolder(tools, rendition, (folder) => measureRendition(tools, folder, signal));
	return withFile(copy, 'r', async (file) => {
		const start = await readStart(file);
		const indexed = readTracks(start);
		if (!indexed) return false;
		for (const { offset } of parseSegmentIndex(start) ?? []) {
			if (!(await readFragment(file, offset))) return false;
		}
		// In a corrected index, the last segment lasts until the end of the sound.
		const isCorrected = Math.abs(indexed.picture.endMs - getEnd(source)) <= maxTrackDifference;
		const picture = isCorrected ? { ...indexed.picture, endMs: source.picture.endMs } : indexed.picture;
		return canCopyTracks(source) && areTracksEqual(source, { ...indexed, picture });
	});
}

async function measureRendition(
	tools: VideoTools,
	folder: string,
	signal: AbortSignal | undefined,
): Promise<VideoTracks> {
	const { tracks } = await measureFile(tools, folder, inputFileName, 'mov', signal);
	if (tracks === null) throw new TranscodingError('failed', 'the rendition has no picture');
	return tracks;
}

function copyArguments(durationMs: number): string[] {
	return [
		...buildGlobalArguments(),
		...buildInputArguments('mov'),
		...['-i', `file:${inputFileName}`],
		...['-map', '0', '-c', 'copy'],
		// Drops the packets of sound before the start, which an edit list hides in the source.
		...['-bsf:a', `noise=amount=0:drop='lt(pts*tb,-${halfSoundPacket})'`],
		...['-movflags', '+cmaf+frag_keyframe+global_sidx'],
		...['-frag_duration', durationMs <= maxShortFragments ? '500000' : '2000000'],
		...['-f', 'mp4', `file:${outputFileName}`],
	];
}

/** Reads from the indexes of a copy when its tracks start and end. The first index is the picture's. Returns null if it is missing. */
function readTracks(start: Buffer): VideoTracks | null {
	const tracks = [];
	for (let offset = start.indexOf('sidx'); offset !== -1; offset = start.indexOf('sidx', offset + 1)) {
		const segments = parseSegmentIndex(start.subarray(offset - 4));
		const [first, last] = [segments?.[0], segments?.at(-1)];
		if (!first || !last) return null;
		tracks.push({ startMs: first.start * 1000, endMs: (last.start + last.duration) * 1000, hiddenMs: 0 });
	}
	const [picture, sound = null] = tracks;
	return picture ? { picture: { ...picture, lastMs: picture.endMs, startsWithKeyFrame: true }, sound } : null;
}

/**
 * Corrects ffmpeg's index of the picture. It says of every fragment that it starts with a key frame, and skips fragments without a picture
 * (ffmpeg warns of an incorrect index): here such fragments belong to the one before. The last one ends with the picture: here it lasts
 * `extraMs` milliseconds longer, until the end of the sound.
 */
async function correctIndex(file: FileHandle, extraMs: number): Promise<void> {
	const start = await readStart(file);
	const index = start.indexOf('sidx') - 4;
	const isLong = start.readUInt8(index + 8) > 0;
	const references = index + (isLong ? 40 : 32);
	const count = start.readUInt16BE(references - 2);
	let position = index + start.readUInt32BE(index) + start.readUInt32BE(references - 8);
	for (let place = 0; place < count; place++) {
		const reference = references + 12 * place;
		let next = await readFragment(file, position);
		if (next && !next.startsWithKeyFrame) {
			start.writeUInt32BE(start.readUInt32BE(reference + 8) - keyFrameBit, reference + 8);
		}
		let bytes = 0;
		do {
			bytes += next?.bytes ?? 0;
			next = await readFragment(file, position + bytes);
		} while (next && !next.hasPicture);
		start.writeUInt32BE(bytes, reference);
		position += bytes;
	}
	const last = references + 12 * (count - 1);
	const extra = Math.round((extraMs / 1000) * start.readUInt32BE(index + 16));
	start.writeUInt32BE(start.readUInt32BE(last + 4) + Math.max(0, extra), last + 4);
	await file.write(start, references, 12 * count, references);
}

/** Reads the header of the fragment at a position. The picture is the first track of a rendition. Returns null if there is no fragment. */
async function readFragment(
	file: FileHandle,
	position: number,
): Promise<{ bytes: number; hasPicture: boolean; startsWithKeyFrame: boolean } | null> {
	const { buffer: header } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, position);
	if (header.toString('latin1', 4, 8) !== 'moof') return null;
	const headerBytes = header.readUInt32BE(0);
	const { buffer: data } = await file.read(Buffer.alloc(8), 0, 8, position + headerBytes);
	const track = header.indexOf('tfhd');
	const hasPicture = header.readUInt32BE(track + 8) === pictureTrack;
	// Without own flags, the first picture has the flags at the end of the track's header.
	const run = header.indexOf('trun');
	const hasFirstFlags = (header.readUInt32BE(run + 4) & 0x4) !== 0;
	const flags = header.readUInt32BE(hasFirstFlags ? run + 16 : track - 8 + header.readUInt32BE(track - 4));
	const startsWithKeyFrame = hasPicture && (flags & notKeyFrameBit) === 0;
	return { bytes: headerBytes + data.readUInt32BE(0), hasPicture, startsWithKeyFrame };
}

async function withFile<Result>(
	path: string,
	flags: string,
	use: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
	const file = await open(path, flags);
	try {
		return await use(file);
	} finally {
		await file.close();
	}
}

async function readStart(file: FileHandle): Promise<Buffer> {
	const { buffer, bytesRead } = await file.read(Buffer.alloc(maxIndexBytes), 0, maxIndexBytes, 0);
	return buffer.subarray(0, bytesRead);
}

/** Reads the codecs from the `avcC` and `esds` boxes of H.264 and AAC, the only codecs of renditions. */
function readCodecs(description: Buffer): string {
	const avc = description.indexOf('avcC');
	const codecs = [`avc1.${description.subarray(avc + 5, avc + 8).toString('hex')}`];
	const audio = description.indexOf('esds');
	if (audio !== -1) codecs.push(`mp4a.40.${readAudioObjectType(description.subarray(audio))}`);
	return codecs.join(',');
}

/** Reads the audio object type from an `esds` box (ISO/IEC 14496-14, 5.6), which starts after the size of the box. */
function readAudioObjectType(esds: Buffer): number {
	// Three nested descriptors follow the name and the version: a tag, a length whose bytes but the last have the top bit, and fields.
	let at = 8;
	for (const fieldBytes of [3, 13, 0]) {
		do at++;
		while (esds.readUInt8(at) >= 0x80);
		at += 1 + fieldBytes;
	}
	return esds.readUInt8(at) >> 3;
}
