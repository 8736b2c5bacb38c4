import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { compileCacheName, defaultDataDir } from './data-dir.ts';

/**
 * Makes Node keep the compiled code of all modules that are imported afterwards in the data directory, so that later starts do not compile
 * them again. Node writes the cache when the process exits. The system's temporary folder is unsuitable, because another user of the
 * machine could write code into it first.
 */
export function enableCompileCacheInDataDir({ DATA_DIR }: NodeJS.ProcessEnv): void {
	const dataDir = resolve(DATA_DIR?.trim() || defaultDataDir);
	try {
		mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	} catch {
		// The start goes on without a cache, and reports why it cannot use the data directory.
		return;
	}
	enableCompileCache(join(dataDir, compileCacheName));
}
