import type { Page } from '@playwright/test';

export async function chooseGoogleAccount(page: Page, name: string): Promise<void> {
	await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
	await page.getByRole('link', { name, exact: true }).click();
}
