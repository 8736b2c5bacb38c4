import { setTimeout } from 'node:timers/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import * as commonText from '../../text/shared/common.ts';

export async function expectToast(page: Page, text: string): Promise<void> {
	await expect(getToastRegion(page).getByText(text, { exact: true }).first()).toBeVisible();
}

export function getToastRegion(page: Page): Locator {
	return page.getByRole('region', { name: commonText.notifications });
}

/** Expects the page's `h1` to have the given name. */
export async function expectHeading(page: Page, name: string | RegExp): Promise<void> {
	await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Default timeout of `eventually` in milliseconds, equal to the timeout of `expect` in the Playwright configuration. */
const defaultTimeout = 30_000;

/** Works like `expect.poll`, but retries while `read` throws, for example during a navigation. */
export function eventually<Value>(read: () => Value | Promise<Value>, { timeout = defaultTimeout } = {}) {
	// The retries stop before `expect.poll` times out, so that the error of `read` is reported instead of the timeout.
	const deadline = performance.now() + timeout - 2_000;
	const readWhenReady = async () => {
		for (;;) {
			try {
				return await read();
			} catch (error) {
				if (performance.now() > deadline) throw error;
				await setTimeout(50);
			}
		}
	};
	return expect.poll(readWhenReady, { timeout, intervals: [50] }) as ReturnType<typeof expect.poll<Value>>;
}
