import type { Page } from '@playwright/test';

/** Chooses the account with this name on the provider's page. */
export async function chooseGoogleAccount(page: Page, name: string): Promise<void> {
	await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
	await page.getByRole('link', { name, exact: true }).click();
}
