import { open } from 'node:fs/promises';

/** ISO media brands of AVIF files. HEIC pictures and videos have other brands. */
const avifBrands = ['avif', 'avis', 'mif1'];

/** Returns whether the first bytes of a file are those of a JPEG, PNG, WebP, GIF or AVIF, so that libvips does not have to guess. */
export async function looksLikePicture(path: string): Promise<boolean> {
	const file = await open(path);
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
		const start = buffer.subarray(0, bytesRead).toString('latin1');
		return (
			start.startsWith('\xff\xd8\xff') ||
			start.startsWith('\x89PNG\r\n\x1a\n') ||
			start.startsWith('GIF87a') ||
			start.startsWith('GIF89a') ||
			(start.startsWith('RIFF') && start.endsWith('WEBP')) ||
			(start.slice(4, 8) === 'ftyp' && avifBrands.includes(start.slice(8)))
		);
	} finally {
		await file.close();
	}
}
