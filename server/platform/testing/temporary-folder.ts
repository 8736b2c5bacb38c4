import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** Bytes: more than all tests together have at a time. */
const enough = 4 * 1024 ** 3;

/**
 * Where tests put what is gone after them: into memory where there is enough, as each of SQLite's commits waits for the disk. Not where
 * programs may not be run from it, as in containers: some tests write scripts.
 */
export function temporaryFolder(): string {
	try {
		const mount = readFileSync('/proc/mounts', 'utf8')
			.split('\n')
			.find((line) => line.split(' ')[1] === memory);
		const { bavail, bsize } = statfsSync(memory);
		if (mount && !/\bnoexec\b/.test(mount) && bavail * bsize >= enough) return memory;
	} catch {
		// Not Linux.
	}
	return tmpdir();
}
