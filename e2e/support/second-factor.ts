import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';

/**
 * What the authenticator app shows, so many codes after the present one. The server takes a code early, so present and
 * next are good for half a minute at least, wherever in its half minute a test begins; the one before may end at once.
 */
export function appCode(secret: string, later = 0): string {
	const timestamp = Date.now() + later * 30_000;
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets the second factor up on the security page, with the present code; answers the secret and the recovery codes. */
export async function setUpSecondFactor(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
	await page.goto('/dashboard/security');
	await page.getByRole('button', { name: 'Set up' }).click();
	await page.getByLabel('Your password').fill(password);
	await page.getByRole('button', { name: 'Continue' }).click();
	const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
	await page.getByRole('textbox', { name: 'Code' }).fill(appCode(secret));
	await page.getByRole('button', { name: 'Turn it on' }).click();
	const shown = page.getByRole('region', { name: 'Recovery codes' });
	await shown.waitFor();
	const codes = await shown.getByRole('listitem').allTextContents();
	await page.getByRole('button', { name: 'I have kept them' }).click();
	return { secret, codes };
}
