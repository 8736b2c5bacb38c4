import type { Page } from '@playwright/test';
import { eventually } from './expect.ts';

/** The names of what the device keeps, as they begin. */
export function cachedNames(page: Page, beginning: string): Promise<string[]> {
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
		beginning,
	);
}

/** Until the app's frame is kept, and an answer with this in its name. */
export async function untilCached(page: Page, answer: string) {
	await eventually(() => cached(page, 'frame')).toContain('/offline');
	await untilPartCached(page, 'offline');
	await eventually(async () => (await cachedNames(page, 'answer/')).join(' ')).toContain(answer);
}

/** Until this part of the app is kept. */
export async function untilPartCached(page: Page, name: string) {
	await eventually(() => cached(page, 'assets')).toContain(`/assets/${name}-`);
}

const cached = (page: Page, cache: string) =>
	page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url).join(' '), cache);

/** What was kept, as if it had been kept this many hours earlier. */
export async function age(page: Page, hours: number) {
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
