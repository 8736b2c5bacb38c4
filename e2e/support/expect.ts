import { expect, type Locator, type Page } from '@playwright/test';
import * as commonText from '../../contract/text/common.ts';

/** The notice with exactly these words appears. */
export async function expectToast(page: Page, text: string): Promise<void> {
	await expect(toasts(page).getByText(text, { exact: true }).first()).toBeVisible();
}

/** The notices on the page. */
export function toasts(page: Page): Locator {
	return page.getByRole('region', { name: commonText.notifications });
}

/** The page's one heading of the first level says this. */
export async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
	await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Waits for a value to meet an expectation. While it cannot be read, as during a navigation, it does not. */
export const eventually: typeof expect.poll = (read, options) =>
	expect.poll(
		async () => {
			try {
				return await read();
			} catch (error) {
				return error as Awaited<ReturnType<typeof read>>;
			}
		},
		{ intervals: [50], ...Object(options) },
	);
