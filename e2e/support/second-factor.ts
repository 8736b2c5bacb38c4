import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import * as commonText from '../../text/shared/common.ts';
import * as identityCheckText from '../../text/web/identity-check.ts';
import * as secondFactorText from '../../text/web/second-factor.ts';
import { findViolations } from './accessibility.ts';

/**
 * Generates the code that an authenticator app shows `later` 30-second periods from now. The server also accepts the code of the next
 * period, so the codes of the current and the next period are valid for at least half a minute. The previous code may expire at once.
 */
export function generateAuthenticatorCode(secret: string, later = 0): string {
	const timestamp = Date.now() + later * 30_000;
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets up the second factor on the security page with the current code, and checks the accessibility of its steps. Returns the secret and the recovery codes. */
export async function setUpSecondFactor(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
	await page.goto('/dashboard/security');
	await page.getByRole('button', { name: secondFactorText.setUp }).click();
	expect(await findViolations(page)).toEqual([]);
	await page.getByLabel(identityCheckText.yourPassword).fill(password);
	await page.getByRole('button', { name: commonText.continueOn }).click();
	await page.getByRole('img', { name: /QR code/ }).waitFor();
	expect(await findViolations(page)).toEqual([]);
	const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
	await page.getByRole('textbox', { name: identityCheckText.code }).fill(generateAuthenticatorCode(secret));
	await page.getByRole('button', { name: secondFactorText.turnOn }).click();
	const region = page.getByRole('region', { name: secondFactorText.saveCodes });
	await region.waitFor();
	const codes = await region.getByRole('listitem').allTextContents();
	await page.getByRole('button', { name: secondFactorText.codesSaved }).click();
	return { secret, codes };
}
