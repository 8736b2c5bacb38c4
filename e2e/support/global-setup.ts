import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
	interface ProvidedContext {
		/** Where a run keeps what several journeys use. */
		runFolder: string;
	}
}

/** One folder for the whole run: media files and a filled market are made once, by the first journey that needs them. */
export async function setup(project: TestProject) {
	if (!existsSync(join(import.meta.dirname, '..', '..', 'build', 'server', 'index.js'))) {
		throw new Error('The journeys need the built web app: run npm run build');
	}
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-e2e-'));
	project.provide('runFolder', folder);
	return () => rm(folder, { recursive: true, force: true });
}
