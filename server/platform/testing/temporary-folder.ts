import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memoryFolder = '/dev/shm';
/** Bytes: more than all tests together have at a time. */
const minFreeBytes = 4 * 1024 ** 3;

/**
 * Where tests put what is gone after them: into memory where there is enough, as each of SQLite's commits waits for the disk. Not where
 * programs may not be run from it, as in containers: some tests write scripts.
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
