import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskFileStore, type FileStore } from '../../files/index.ts';
import { getContentKey, listBackups, type Manifest, manifestFile, openBackup, parseBackupName } from './manifest.ts';

const day = 86_400_000;
const week = 7 * day;

/**
 * Deletes backups that are older than `days` days, and those older than a week except the newest of each week. Always keeps the newest.
 * Then deletes the contents that no remaining backup refers to. Returns the names of the deleted backups, oldest first.
 */
export async function removeOldBackups(
	store: FileStore,
	{ days, now }: { days: number; now: number },
): Promise<string[]> {
	const { complete, contents } = await listBackups(store);
	const removed = listOldBackups(complete, { days, now });
	for (const name of removed) {
		// Without its manifest, a backup is incomplete and the next backup removes the rest.
		await store.remove(`${name}/${manifestFile}`);
		await store.remove(`${name}/`);
	}
	const unused = new Set(contents.keys());
	for (const name of complete.filter((one) => !removed.includes(one))) {
		const backup = await openBackup(store, `${name}/`).catch(() => null);
		// The contents of a backup with an unreadable manifest are unknown, so no content is deleted.
		if (!backup) return removed;
		for (const { sha256 } of backup.manifest.files) unused.delete(sha256);
	}
	for (const sha256 of unused) await store.remove(getContentKey({ sha256 }));
	return removed;
}

/** Lists which of the backups, given by name, are to be deleted, in the same order. */
export function listOldBackups(names: readonly string[], { days, now }: { days: number; now: number }): string[] {
	const times = names.map((name) => parseBackupName(name) ?? now);
	const newest = Math.max(...times);
	const newestOfWeek = new Map<number, number>();
	for (const time of times) {
		const number = Math.floor(time / week);
		newestOfWeek.set(number, Math.max(time, newestOfWeek.get(number) ?? 0));
	}
	return names.filter((_, index) => {
		const time = times[index] ?? now;
		if (time === newest || time > now - week) return false;
		return time < now - days * day || newestOfWeek.get(Math.floor(time / week)) !== time;
	});
}

const folderName = /^kasuwa-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/**
 * Deletes the backups of format 1 in a folder that are older than `days` days. Each is a folder with copies of its own. Leaves everything
 * else in the folder, also folders with such a name and no readable manifest.
 */
export async function removeOldFolders(
	folder: string,
	{ days, now }: { days: number; now: number },
): Promise<string[]> {
	const removed: string[] = [];
	for (const { name, manifest } of await listOldFolders(folder)) {
		if (Date.parse(manifest.made_at) >= now - days * day) continue;
		await rm(join(folder, name), { recursive: true });
		removed.push(name);
	}
	return removed;
}

/** Lists the backups of format 1 in a folder, oldest first. Omits folders without a readable manifest. */
export async function listOldFolders(folder: string): Promise<{ name: string; manifest: Manifest }[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	const names = entries.filter((entry) => entry.isDirectory() && folderName.test(entry.name)).map(({ name }) => name);
	const found = [];
	for (const name of names.sort()) {
		const backup = await openBackup(createDiskFileStore(join(folder, name)), '').catch(() => null);
		if (backup) found.push({ name, manifest: backup.manifest });
	}
	return found;
}
