import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
/** Bytes; more than all concurrent tests need. */
const minFreeBytes = 4 * 1024 ** 3;

/**
 * Folder for temporary files of tests: in memory if there is room, because SQLite waits for the disk on each commit. Not in memory if it is
 * mounted noexec, as in containers, because some tests write scripts.
 */
export function temporaryFolder(): string {
	try {
		const mount = readFileSync('/proc/mounts', 'utf8')
			.split('\n')
			.find((line) => line.split(' ')[1] === memoryFolder);
		const { bavail, bsize } = statfsSync(memoryFolder);
		if (mount && !/\bnoexec\b/.test(mount) && bavail * bsize >= minFreeBytes) return memoryFolder;
	} catch {
		// Not Linux.
	}
	return tmpdir();
}
