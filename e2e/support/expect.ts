import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The notice with exactly these words appears. */
export async function expectToast(page: Page, text: string): Promise<void> {
	await toasts(page).getByText(text, { exact: true }).first().waitFor();
}

/** The notices on the page. */
export function toasts(page: Page): Locator {
	return page.getByRole('region', { name: 'Notifications' });
}

/** The page's one heading of the first level says this. */
export async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
	await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** A condition that comes to hold within seconds. */
export const eventually: typeof expect.poll = (value, options) =>
	expect.poll(value, { timeout: 15_000, interval: 50, ...options });
