import type { Page } from '@playwright/test';
import { eventually } from './expect.ts';

/** The names of what the device keeps, as they begin. */
export function listStoredNames(page: Page, prefix: string): Promise<string[]> {
	return page.evaluate(
		(beginning) =>
			new Promise<string[]>((resolve, reject) => {
				const request = indexedDB.open('kept-files', 1);
				request.onupgradeneeded = () => request.result.createObjectStore('files');
				request.onerror = () => reject(request.error);
				request.onsuccess = () => {
					const keys = request.result.transaction('files').objectStore('files').getAllKeys();
					keys.onsuccess = () => {
						request.result.close();
						resolve(keys.result.map(String).filter((name) => name.startsWith(beginning)));
					};
				};
			}),
		prefix,
	);
}

/** Until the app's frame is kept, and an answer with this in its name. */
export async function waitUntilCached(page: Page, queryName: string) {
	await eventually(() => listCachedUrls(page, 'frame')).toContain('/offline');
	await waitUntilAssetCached(page, 'offline');
	await eventually(async () => (await listStoredNames(page, 'answer/')).join(' ')).toContain(queryName);
}

/** Until this part of the app is kept. */
export async function waitUntilAssetCached(page: Page, name: string) {
	await eventually(() => listCachedUrls(page, 'assets')).toContain(`/assets/${name}-`);
}

const listCachedUrls = (page: Page, cache: string) =>
	page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url).join(' '), cache);

/** What was kept, as if it had been kept this many hours earlier. */
export async function backdateStoredQueries(page: Page, hours: number) {
	await page.evaluate(
		(milliseconds) =>
			new Promise<void>((resolve) => {
				const request = indexedDB.open('kept-files', 1);
				request.onsuccess = () => {
					const change = request.result.transaction('files', 'readwrite');
					const cursor = change.objectStore('files').openCursor();
					cursor.onsuccess = () => {
						const found = cursor.result;
						if (!found) return;
						if (String(found.key).startsWith('answer/'))
							found.update({ ...found.value, at: found.value.at - milliseconds });
						found.continue();
					};
					change.oncomplete = () => {
						request.result.close();
						resolve();
					};
				};
			}),
		hours * 3_600_000,
	);
}
