import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import * as commonText from '../../contract/text/common.ts';
import * as identityCheckText from '../../contract/text/identity-check.ts';
import * as secondFactorText from '../../contract/text/second-factor.ts';

/**
 * Generates the code that an authenticator app shows after `later` periods of 30 seconds. The server accepts the next code early, so the
 * current and the next code are valid for at least half a minute. The previous code may expire at once.
 */
export function generateAppCode(secret: string, later = 0): string {
	const timestamp = Date.now() + later * 30_000;
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets up the second factor on the security page with the current code. Returns the secret and the recovery codes. */
export async function setUpSecondFactor(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
	await page.goto('/dashboard/security');
	await page.getByRole('button', { name: secondFactorText.setUp }).click();
	await page.getByLabel(identityCheckText.yourPassword).fill(password);
	await page.getByRole('button', { name: commonText.continueOn }).click();
	const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
	await page.getByRole('textbox', { name: identityCheckText.code }).fill(generateAppCode(secret));
	await page.getByRole('button', { name: secondFactorText.turnOn }).click();
	const region = page.getByRole('region', { name: secondFactorText.recoveryCodes });
	await region.waitFor();
	const codes = await region.getByRole('listitem').allTextContents();
	await page.getByRole('button', { name: secondFactorText.codesSaved }).click();
	return { secret, codes };
}
