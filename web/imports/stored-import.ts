import { z } from 'zod';
import { uploadedFileSchema } from '../../contract/media/media.ts';
import { type PictureAdBody, pictureAdBodySchema } from '../ads/ad-form.ts';
import { readFromIndexedDb, storeInIndexedDb, updateInIndexedDb } from '../platform/indexed-db.ts';
import { tryLock } from '../platform/locks.ts';
import { generateRandomKey } from '../platform/random-key.ts';
import type { CheckedRow } from './rows.ts';
import { getImportKeys } from './stored-import-keys.ts';

const adSchema = z.object({
	/** Row number in the spreadsheet. */
	line: z.int(),
	body: pictureAdBodySchema,
	photos: z.array(z.string()),
	/** Idempotency key of the call that posts the ad. */
	key: z.string(),
});
export type ImportedAd = Omit<z.infer<typeof adSchema>, 'body'> & { body: PictureAdBody };

const progressSchema = z.object({
	/** Id of the import on the server. Null until it has started. */
	importId: z.int().nullable(),
	/** Idempotency key of the call that starts the import. */
	startKey: z.string(),
	/** Result of each ad by its index. `id` is null if the ad could not be posted. */
	results: z.record(z.string(), z.object({ id: z.int().nullable(), problem: z.string() })),
	/** Photos of the ad that is being posted, and the time of their upload. A repeated call must have the same photos. */
	uploaded: z.object({ index: z.int(), files: z.array(uploadedFileSchema), at: z.number() }).nullable(),
	/** Bytes of all photos sent so far. */
	bytes: z.number(),
	/** The seller has stopped the import, so it does not continue by itself. */
	stopped: z.boolean(),
	/** All ads have a result, and the import has ended. */
	ended: z.boolean(),
});
export type ImportProgress = z.infer<typeof progressSchema>;

export interface StoredImport {
	ads: ImportedAd[];
	files: File[];
	/** Whether the files are on this device after the page is closed. */
	filesStored: boolean;
	progress: ImportProgress;
}

/** Reads the account's import on this device. Returns null if there is none, or if its data is unreadable. */
export async function readStoredImport(accountId: number): Promise<StoredImport | null> {
	const keys = getImportKeys(accountId);
	const ads = z
		.array(adSchema)
		.min(1)
		.safeParse(await readFromIndexedDb(keys.ads));
	const progress = progressSchema.safeParse(await readFromIndexedDb(keys.progress));
	if (!ads.success || !progress.success) return null;
	const files = await readFromIndexedDb(keys.files);
	const found = Array.isArray(files) ? files.filter((file) => file instanceof File) : [];
	return { ads: ads.data, files: found, filesStored: true, progress: progress.data };
}

/** Calls `run` only if no other tab posts or stores an import of the account. Otherwise resolves to null. */
export function lockImport<T>(accountId: number, run: () => Promise<T>): Promise<T | null> {
	return tryLock(`import-${accountId}`, run);
}

/**
 * Stores a new import. Its files may not fit; closing the page then stops it. Resolves to null if another tab has an import of the account
 * that is not finished.
 */
export async function storeImport(
	accountId: number,
	rows: readonly CheckedRow[],
	files: readonly File[],
): Promise<StoredImport | null> {
	return lockImport(accountId, async () => {
		const current = await readStoredImport(accountId);
		return current && !current.progress.ended ? null : replaceImport(accountId, rows, files);
	});
}

async function replaceImport(
	accountId: number,
	rows: readonly CheckedRow[],
	files: readonly File[],
): Promise<StoredImport> {
	// Without persistent storage, the browser may remove stored data when disk space is short.
	void navigator.storage?.persist?.().catch(() => {});
	const ads = rows.flatMap(({ line, body, photos }) =>
		body ? [{ line, body, photos, key: generateRandomKey() }] : [],
	);
	const progress: ImportProgress = {
		importId: null,
		startKey: generateRandomKey(),
		results: {},
		uploaded: null,
		bytes: 0,
		stopped: false,
		ended: false,
	};
	const keys = getImportKeys(accountId);
	await storeInIndexedDb(keys.ads, ads);
	await storeInIndexedDb(keys.progress, progress);
	await storeInIndexedDb(keys.files, files);
	const filesStored = Array.isArray(await readFromIndexedDb(keys.files));
	return { ads, files: [...files], filesStored, progress };
}

/**
 * Replaces the stored progress of the import with this `startKey`. Does nothing if it was removed meanwhile, for example by a logout, or if
 * another import has replaced it.
 */
export function storeProgress(accountId: number, startKey: string, progress: ImportProgress): Promise<void> {
	return updateInIndexedDb<ImportProgress>(getImportKeys(accountId).progress, (stored) =>
		stored.startKey === startKey ? progress : stored,
	);
}
