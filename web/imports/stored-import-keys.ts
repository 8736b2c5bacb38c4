import { removeFromIndexedDb } from '../platform/indexed-db.ts';

export interface ImportKeys {
	ads: string;
	files: string;
	progress: string;
}

/** Names under which IndexedDB has an account's import. */
export function getImportKeys(accountId: number): ImportKeys {
	const ads = `import-${accountId}`;
	return { ads, files: `${ads}-files`, progress: `${ads}-progress` };
}

/** Removes an account's import from this device. This file is separate, so that logout does not load the import's code. */
export async function removeStoredImport(accountId: number): Promise<void> {
	await Promise.all(Object.values(getImportKeys(accountId)).map(removeFromIndexedDb));
}
