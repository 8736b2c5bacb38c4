import { statfs } from 'node:fs/promises';

/** Part of a disk that backups and exports leave free for the market, and the most of it in bytes. */
const reservedPart = 0.05;
const maxReserve = 1024 ** 3;

/** Throws unless `bytes` more fit on the disk of a folder and leave free what the market needs. */
export async function assertFreeSpace(folder: string, bytes: number): Promise<void> {
	const { bsize, bavail, blocks } = await statfs(folder);
	const missing = bytes + Math.min(maxReserve, bsize * blocks * reservedPart) - bsize * bavail;
	if (missing > 0) throw new Error(`${folder} has too little free space: ${formatMegabytes(missing)} more`);
}

const formatMegabytes = (bytes: number) => `${Math.ceil(bytes / 1_048_576)} MB`;
