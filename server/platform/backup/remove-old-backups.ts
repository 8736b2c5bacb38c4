import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readManifest } from './manifest.ts';

/** Name of a complete backup, which contains the time when it was made. */
const backupName = /^kasuwa-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/**
 * Deletes the backups in a folder that were made before `before` (milliseconds since 1970). Leaves everything else in the folder, also
 * folders with the name of a backup and no readable manifest. Returns the deleted paths, oldest first.
 */
export async function removeOldBackups(targetFolder: string, before: number): Promise<string[]> {
	const entries = await readdir(resolve(targetFolder), { withFileTypes: true });
	const removed: string[] = [];
	for (const { name } of entries.filter((entry) => entry.isDirectory() && backupName.test(entry.name)).sort(byName)) {
		const path = join(resolve(targetFolder), name);
		const manifest = await readManifest(path).catch(() => null);
		if (!manifest || Date.parse(manifest.made_at) >= before) continue;
		await rm(path, { recursive: true });
		removed.push(path);
	}
	return removed;
}

function byName(a: { name: string }, b: { name: string }): number {
	return a.name < b.name ? -1 : 1;
}
