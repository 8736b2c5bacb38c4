import type { Page } from '@playwright/test';

/** At the provider: chooses the account of that name. */
export async function chooseGoogleAccount(page: Page, name: string): Promise<void> {
	await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
	await page.getByRole('link', { name, exact: true }).click();
}
