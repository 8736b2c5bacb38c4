import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getTemporaryFolder } from '../../server/testing/temporary-folder.ts';

/** Creates the folder of a test run. Tests make media files and sample data in this folder, once per run. */
export default async function setUp() {
	if (!existsSync(join(import.meta.dirname, '..', '..', 'build', 'server', 'index.js'))) {
		throw new Error('The end-to-end tests need the built web app: run npm run build');
	}
	process.env.TMPDIR = getTemporaryFolder();
	const folder = await mkdtemp(join(process.env.TMPDIR, 'kasuwa-e2e-'));
	process.env.RUN_FOLDER = folder;
	// Server processes share Node.js's compile cache, so that they start faster.
	process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '..', '..', '.cache', 'compile');
	return () => rm(folder, { recursive: true, force: true });
}
