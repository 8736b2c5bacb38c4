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

/** Milliseconds that a value has where nothing else is said: as much as every expectation. */
const defaultTimeout = 30_000;

/** Waits for a value to meet an expectation, and before that until it can be read, as after a navigation. */
export function eventually<Value>(read: () => Value | Promise<Value>, { timeout = defaultTimeout } = {}) {
	// Given up shortly before the expectation is, so that the reason is told.
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
