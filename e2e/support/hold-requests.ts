import type { Page } from '@playwright/test';

/** Holds back the requests that match until the returned function is called. */
export async function holdRequests(page: Page, pattern: string | RegExp): Promise<() => void> {
	const held = Promise.withResolvers<void>();
	await page.route(pattern, async (route) => {
		await held.promise;
		await route.continue();
	});
	return held.resolve;
}
