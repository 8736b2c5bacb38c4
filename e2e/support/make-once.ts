import { existsSync } from 'node:fs';
import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Path of a file or folder that is made once a run, by the first journey that needs it; another that needs it meanwhile waits. */
export async function makeOnce(name: string, make: (path: string) => Promise<unknown>): Promise<string> {
	const path = join(process.env.RUN_FOLDER ?? '', name);
	const making = `${path}.making`;
	while (!existsSync(path)) {
		const isFirst = await mkdir(making).then(
			() => true,
			() => false,
		);
		if (!isFirst) {
			await setTimeout(100);
			continue;
		}
		try {
			await make(`${path}.part`);
			await rename(`${path}.part`, path);
		} finally {
			await rmdir(making);
		}
	}
	return path;
}
