import { setTimeout } from 'node:timers/promises';
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

/** Milliseconds until a value that cannot be read is given up: shortly before the expectation is, so that the reason is told. */
const readTimeout = 28_000;

/** Waits for a value to meet an expectation, and before that until it can be read, as after a navigation. */
export const eventually: typeof expect.poll = (read, options) => {
	const giveUp = performance.now() + readTimeout;
	return expect.poll(
		async () => {
			for (;;) {
				try {
					return await read();
				} catch (error) {
					if (performance.now() > giveUp) throw error;
					await setTimeout(50);
				}
			}
		},
		{ intervals: [50], ...Object(options) },
	);
};
