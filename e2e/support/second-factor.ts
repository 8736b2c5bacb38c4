import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import * as commonText from '../../contract/text/common.ts';
import * as identityCheckText from '../../contract/text/identity-check.ts';
import * as secondFactorText from '../../contract/text/second-factor.ts';

/**
 * What the authenticator app shows, so many codes after the present one. The server takes a code early, so present and
 * next are good for half a minute at least, wherever in its half minute a test begins; the one before may end at once.
 */
export function generateAppCode(secret: string, later = 0): string {
	const timestamp = Date.now() + later * 30_000;
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets the second factor up on the security page, with the present code; answers the secret and the recovery codes. */
export async function setUpSecondFactor(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
	await page.goto('/dashboard/security');
	await page.getByRole('button', { name: secondFactorText.setUp }).click();
	await page.getByLabel(identityCheckText.yourPassword).fill(password);
	await page.getByRole('button', { name: commonText.continueOn }).click();
	const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
	await page.getByRole('textbox', { name: identityCheckText.code }).fill(generateAppCode(secret));
	await page.getByRole('button', { name: secondFactorText.turnOn }).click();
	const shown = page.getByRole('region', { name: secondFactorText.recoveryCodes });
	await shown.waitFor();
	const codes = await shown.getByRole('listitem').allTextContents();
	await page.getByRole('button', { name: secondFactorText.codesKept }).click();
	return { secret, codes };
}
