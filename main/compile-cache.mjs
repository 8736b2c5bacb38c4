import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

// Makes Node keep the compiled code of all later modules in the data directory, so that the next start does not compile them again. Node
// writes the cache when the process exits. The system's temporary folder is unsuitable, because another user of the machine could write
// code into it first.
//
// This file is JavaScript, and `node --import` loads it before the program: then the cache covers all TypeScript files, and Node does not
// load its TypeScript compiler, which takes 45 ms and 25 MB.

/** The default is the same as in `server/core/config.ts`. */
const dataDir = resolve(process.env.DATA_DIR?.trim() || './data');
try {
	mkdirSync(dataDir, { recursive: true, mode: 0o700 });
	enableCompileCache(join(dataDir, 'compile-cache'));
} catch {
	// The program goes on without a cache, and reports why it cannot use the data directory.
}
