import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
/** Minimum free bytes of the folder in memory, more than all concurrent tests need. */
const minFreeBytes = 4 * 1024 ** 3;

/**
 * Returns the folder for temporary files of tests. If possible it is in memory, because SQLite waits for the disk on each commit. A memory
 * folder that is mounted noexec, as in containers, is not used, because some tests write scripts.
 */
export function getTemporaryFolder(): string {
	try {
		const mount = readFileSync('/proc/mounts', 'utf8')
			.split('\n')
			.find((line) => line.split(' ')[1] === memoryFolder);
		const { bavail, bsize } = statfsSync(memoryFolder);
		if (mount && !/\bnoexec\b/.test(mount) && bavail * bsize >= minFreeBytes) return memoryFolder;
	} catch {
		// The machine does not run Linux, so it has no /proc/mounts.
	}
	return tmpdir();
}
