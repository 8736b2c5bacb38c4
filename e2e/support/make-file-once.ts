import { existsSync } from 'node:fs';
import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Makes a file or folder once per test run and returns its path. Other workers that need the file wait. */
export async function makeFileOnce(name: string, make: (path: string) => Promise<unknown>): Promise<string> {
	const path = join(process.env.RUN_FOLDER ?? '', name);
	const lockPath = `${path}.lock`;
	while (!existsSync(path)) {
		const isFirst = await mkdir(lockPath).then(
			() => true,
			() => false,
		);
		if (!isFirst) {
			await setTimeout(100);
			continue;
		}
		try {
			// The worker that had the lock before may have made the file since the check of the loop.
			if (existsSync(path)) continue;
			await make(`${path}.part`);
			await rename(`${path}.part`, path);
		} finally {
			await rmdir(lockPath);
		}
	}
	return path;
}
