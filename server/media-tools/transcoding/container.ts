import { open } from 'node:fs/promises';

/** ffmpeg demuxers that uploads may use. `mov` reads MP4, MOV and 3GP. */
export type ContainerFormat = 'mov' | 'avi';

const movBoxes = ['ftyp', 'styp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];
const pictureBrands = ['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'mif1', 'msf1', 'crx '];

/** Detects the container of a file by its first bytes, so that ffmpeg does not have to guess. Returns null for any other file. */
export async function detectContainerFormat(path: string): Promise<ContainerFormat | null> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
		const start = buffer.subarray(0, bytesRead).toString('latin1');
		const box = start.slice(4, 8);
		const rest = start.slice(8);
		if (start.startsWith('RIFF') && rest.startsWith('AVI')) return 'avi';
		if (box === 'ftyp' && pictureBrands.includes(rest)) return null;
		return movBoxes.includes(box) ? 'mov' : null;
	} finally {
		await file.close();
	}
}

/** Positions in the header of an AVI file: microseconds per frame, and the number of frames. */
const aviFields = { frameTime: 32, frames: 48 };

/**
 * Reads from the header of an AVI file how many milliseconds of video it announces, because ffprobe shortens its answer to what is there. Returns
 * 0 if the header does not say.
 */
export async function readAviDuration(path: string): Promise<number> {
	const file = await open(path);
	try {
		const { buffer: header } = await file.read(Buffer.alloc(56), 0, 56, 0);
		if (header.toString('latin1', 24, 28) !== 'avih') return 0;
		return (header.readUInt32LE(aviFields.frameTime) * header.readUInt32LE(aviFields.frames)) / 1000;
	} finally {
		await file.close();
	}
}
