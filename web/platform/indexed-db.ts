/**
 * Name of the IndexedDB database that stores values with files under names. All functions of this module ignore storage errors (private
 * windows, a full disk). `readFromIndexedDb` then resolves to null.
 */
const databaseName = 'kept-files';
const storeName = 'files';

export async function storeInIndexedDb(name: string, value: unknown): Promise<void> {
	await runInStore('readwrite', (files) => files.put(value, name));
}

export async function readFromIndexedDb(name: string): Promise<unknown> {
	return runInStore('readonly', (files) => files.get(name));
}

/** Changes a stored value in one transaction, so that a removed value is not written again. Does nothing if there is no value. */
export async function updateInIndexedDb<Value>(name: string, change: (stored: Value) => Value): Promise<void> {
	await runInStore('readwrite', (files) => {
		const request = files.get(name);
		request.addEventListener('success', () => {
			if (request.result) files.put(change(request.result), name);
		});
		return request;
	});
}

export async function removeFromIndexedDb(name: string): Promise<void> {
	await runInStore('readwrite', (files) => files.delete(name));
}

/** Lists the names of stored values that start with the prefix. */
export async function listIndexedDbNames(prefix: string): Promise<string[]> {
	const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
	return ((await runInStore('readonly', (files) => files.getAllKeys(range))) ?? []).map(String);
}

async function runInStore<T>(
	mode: IDBTransactionMode,
	operation: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
	try {
		const db = await openDatabase();
		try {
			return await toPromise(operation(db.transaction(storeName, mode).objectStore(storeName)));
		} finally {
			db.close();
		}
	} catch {
		return null;
	}
}

function openDatabase(): Promise<IDBDatabase> {
	const request = indexedDB.open(databaseName, 1);
	request.onupgradeneeded = () => request.result.createObjectStore(storeName);
	return toPromise(request);
}

function toPromise<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}
