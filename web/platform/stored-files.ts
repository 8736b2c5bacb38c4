/**
 * Files and what belongs to them, kept on the device under a name, in IndexedDB. Every function fails in silence where the browser
 * keeps nothing (private windows, a full disk): `readFiles` then answers null.
 */
const database = 'kept-files';
const store = 'files';

export async function keepFiles(name: string, value: unknown): Promise<void> {
	await inStore('readwrite', (files) => files.put(value, name));
}

export async function readFiles(name: string): Promise<unknown> {
	return inStore('readonly', (files) => files.get(name));
}

/** Changes what is kept there, in one step, so that what is forgotten meanwhile stays forgotten; nothing where nothing is kept. */
export async function changeFiles<Value>(name: string, change: (kept: Value) => Value): Promise<void> {
	await inStore('readwrite', (files) => {
		const reading = files.get(name);
		reading.addEventListener('success', () => {
			if (reading.result) files.put(change(reading.result), name);
		});
		return reading;
	});
}

export async function forgetFiles(name: string): Promise<void> {
	await inStore('readwrite', (files) => files.delete(name));
}

/** The names that begin like this. */
export async function namesOfFiles(beginning: string): Promise<string[]> {
	const range = IDBKeyRange.bound(beginning, `${beginning}\uffff`);
	return ((await inStore('readonly', (files) => files.getAllKeys(range))) ?? []).map(String);
}

async function inStore<T>(mode: IDBTransactionMode, ask: (files: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
	try {
		const db = await open();
		try {
			return await answer(ask(db.transaction(store, mode).objectStore(store)));
		} finally {
			db.close();
		}
	} catch {
		return null;
	}
}

function open(): Promise<IDBDatabase> {
	const request = indexedDB.open(database, 1);
	request.onupgradeneeded = () => request.result.createObjectStore(store);
	return answer(request);
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}
