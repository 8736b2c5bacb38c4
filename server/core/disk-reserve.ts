import { open, rm } from 'node:fs/promises';
import { isDiskFull } from './disk-full-error.ts';

/** Sizes of the reserve in bytes, from which the first that fits is taken. SQLite needs 32 KB to open a database. */
const sizes = [4_194_304, 1_048_576, 262_144];

/** File that takes space while there is some, so that a server can start on a disk that became full. */
export interface DiskReserve {
	/** Creates the file if it is missing and fits. Never throws for a full disk. */
	fill(): Promise<void>;
	/** Runs `work`. If the disk is too full for it, frees the reserve and runs it again. */
	use<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createDiskReserve(path: string): DiskReserve {
	async function fill(): Promise<void> {
		for (const size of sizes) {
			// Zeros are written, because a file without written blocks takes no space.
			const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
				if (error.code === 'EEXIST' || isDiskFull(error)) return null;
				throw error;
			});
			if (!file) return;
			try {
				await file.writeFile(Buffer.alloc(size));
				await file.sync();
				return;
			} catch (error) {
				await rm(path, { force: true });
				if (!isDiskFull(error)) throw error;
			} finally {
				await file.close();
			}
		}
	}

	return {
		fill,
		async use(work) {
			try {
				return await work();
			} catch (error) {
				if (!isDiskFullAtOpening(error)) throw error;
				await rm(path, { force: true });
				return await work();
			}
		},
	};
}

/** SQLITE_FULL and SQLITE_IOERR, whose extended codes say that the shared memory file cannot grow. */
function isDiskFullAtOpening(error: unknown): boolean {
	const code = Number((error as { errcode?: unknown } | null)?.errcode) & 0xff;
	return isDiskFull(error) || code === 13 || code === 10;
}
