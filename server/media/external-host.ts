import { createHash, timingSafeEqual } from 'node:crypto';
import type { MediaKind, UploadedFile } from '../../contract/media/media.ts';
import type { Config } from '../core/config.ts';
import type { StoredMediaFile, StoredPicture } from './tables.ts';

export type ExternalMediaHost = NonNullable<Config['mediaHost']>;

/** Computes Cloudinary's signature of an upload response: SHA-1 of the sorted parameters and the secret. */
export function signUploadResponse(secret: string, publicId: string, version: number): string {
	return createHash('sha1').update(`public_id=${publicId}&version=${version}${secret}`).digest('hex');
}

/** Returns true if the external host's signature proves that the host received the file. */
export function isSignedByHost(host: ExternalMediaHost, kind: MediaKind, file: UploadedFile): boolean {
	if (!file.public_id || file.version === undefined || !file.signature) return false;
	const expected = Buffer.from(signUploadResponse(host.apiSecret, file.public_id, file.version));
	const given = Buffer.from(file.signature);
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
	// The signature does not cover the URL, so the URL must match the signed public id and version.
	const path = `/${host.cloudName}/${kind}/upload/v${file.version}/${file.public_id}`;
	return getHostOrigins(host).some((origin) => matchesBaseUrl(`${origin}${path}`, file.secure_url));
}

/** Origins of file URLs on an external host: the host's own origin and Cloudinary's. */
export function getHostOrigins(host: ExternalMediaHost): string[] {
	return [new URL(host.url).origin, 'https://res.cloudinary.com'];
}

/** Returns true if the normalized `address` is `base` plus a file extension. */
function matchesBaseUrl(base: string, address: string): boolean {
	const [expected, given] = [URL.parse(base)?.href, URL.parse(address)?.href];
	if (!expected || !given?.startsWith(expected)) return false;
	return /^\.\w{1,5}$/.test(given.slice(expected.length));
}

const widths = [320, 640, 1080, 1600];
const videoHeights = [240, 480, 720];

/**
 * Builds URLs of the sizes and renditions that Cloudinary derives from a file. Its dimensions come from the client, for layout only.
 * `posterMs` is the time of a video's poster in milliseconds; without it, Cloudinary chooses one.
 */
export function buildCloudinarySizes(
	kind: MediaKind,
	file: UploadedFile,
	posterMs?: number,
): { picture: StoredPicture; renditions: StoredMediaFile[] | null } {
	const width = file.width ?? 1080;
	const height = file.height ?? 1350;
	const bytes = file.bytes ?? 1;
	const transformed = (transformation: string, extension: string) =>
		file.secure_url.replace('/upload/', `/upload/${transformation}/`).replace(/\.\w+$/, `.${extension}`);
	const scaled = (share: number) => ({
		width: Math.max(1, Math.round(width * share)),
		height: Math.max(1, Math.round(height * share)),
		bytes: Math.max(1, Math.round(bytes * share * share)),
	});
	const posterTime = posterMs === undefined ? '' : `so_${posterMs / 1000},`;
	const sizes = [...widths.filter((w) => w < width), Math.min(width, 1600)].map((w) => ({
		name: transformed(`${posterTime}c_limit,w_${w},q_auto`, kind === 'video' ? 'jpg' : 'webp'),
		...scaled(w / width),
	}));
	if (kind === 'image') return { picture: { placeholder: null, sizes }, renditions: null };
	const shorter = Math.min(width, height);
	const renditions = [...videoHeights.filter((l) => l < shorter), Math.min(shorter, 720)].map((l) => ({
		name: transformed(`c_limit,${width < height ? 'w' : 'h'}_${l},vc_h264,ac_aac`, 'mp4'),
		...scaled(l / shorter),
	}));
	return { picture: { placeholder: null, sizes }, renditions };
}
