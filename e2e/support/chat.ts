import type { Page } from '@playwright/test';
import { chatAddress } from './browser-errors.ts';

/**
 * Waits until a link of the page opens WhatsApp in a new tab, and returns the address. The request itself fails without the internet; routes
 * see no redirected requests.
 */
export async function waitForChat(page: Page): Promise<URL> {
	const opened = await page
		.context()
		.waitForEvent('request', { predicate: (request) => request.url().startsWith(chatAddress) });
	return new URL(opened.url());
}
