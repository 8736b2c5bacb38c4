import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import * as commonText from '../../contract/text/common.ts';

/** The element appears within the time that pages have. */
export async function expectVisible(element: Locator): Promise<void> {
	await expect(element.waitFor()).resolves.toBeUndefined();
}

/** The notice with exactly these words appears. */
export async function expectToast(page: Page, text: string): Promise<void> {
	await expectVisible(toasts(page).getByText(text, { exact: true }).first());
}

/** The notices on the page. */
export function toasts(page: Page): Locator {
	return page.getByRole('region', { name: commonText.notifications });
}

/** The page's one heading of the first level says this. */
export async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
	await expectVisible(page.getByRole('heading', { level: 1, name }));
}

/** A condition that comes to hold within seconds. */
export const eventually: typeof expect.poll = (value, options) =>
	expect.poll(value, { timeout: 15_000, interval: 50, ...options });
