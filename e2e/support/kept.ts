import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Path of a file or folder that is made once a run, by the first journey that needs it; another that needs it meanwhile waits. */
export async function kept(name: string, make: (path: string) => Promise<unknown>): Promise<string> {
	const path = join(process.env.RUN_FOLDER ?? '', name);
	if (existsSync(path)) return path;
	const isFirst = await mkdir(`${path}.making`).then(
		() => true,
		() => false,
	);
	if (isFirst) {
		await make(`${path}.part`);
		await rename(`${path}.part`, path);
	} else {
		const giveUp = AbortSignal.timeout(500_000);
		while (!existsSync(path)) await setTimeout(100, undefined, { signal: giveUp });
	}
	return path;
}
