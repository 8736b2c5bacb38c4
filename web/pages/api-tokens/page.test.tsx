import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ApiToken } from '../../../contract/accounts/api-tokens.ts';
import type { TokenScope } from '../../../contract/accounts/token-scopes.ts';
import * as accountsApiText from '../../../text/shared/accounts-api.ts';
import * as apiTokensText from '../../../text/shared/api-tokens.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as identityCheckText from '../../../text/web/identity-check.ts';
import * as oneTimeSecretText from '../../../text/web/one-time-secret.ts';
import * as passwordsText from '../../../text/web/passwords.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as apiTokensPage from './page.tsx';

const stockList: ApiToken = {
	id: 4,
	name: 'Stock list',
	scopes: ['read', 'ads'],
	created_at: '2026-11-01T09:00:00.000Z',
	last_used_at: null,
	expires_at: '2027-01-30T09:00:00.000Z',
};
const methods = {
	password: true,
	google: { available: false, linked: null },
	second_factor: { on: false, recovery_codes_left: 0 },
};
const token = 'kasuwa_8fJ2';

const getCheckbox = (scope: TokenScope) =>
	page.getByRole('checkbox', { name: `${apiTokensText.scopeNames[scope]} ${apiTokensText.scopeHints[scope]}` });

async function open(items: ApiToken[], handlers: Handlers = {}) {
	logIn();
	const api = fakeApi({ listApiTokens: () => ({ items }), getSignInMethods: () => methods, ...handlers });
	await renderRoute('/dashboard/api-tokens', apiTokensPage, { api });
	return api;
}

test('makes a token and shows it once', async () => {
	const api = await open([], {
		createApiToken: () =>
			makeProblemResponse(422, {
				code: 'invalid',
				message: accountsApiText.wrongPassword,
				fields: { password: accountsApiText.wrongPassword },
			}),
	});
	await expect.element(page.getByText(apiTokensText.emptyTitle)).toBeVisible();
	const make = page.getByRole('button', { name: apiTokensText.make });
	await make.click();
	await make.click();
	await expect.element(page.getByText(apiTokensText.nameMissing)).toBeVisible();
	await page.getByLabelText(apiTokensText.name, { exact: true }).fill(stockList.name);
	await getCheckbox('read').click();
	await page.getByLabelText(identityCheckText.yourPassword, { exact: true }).fill('blue kettle');
	await make.click();
	await expect.element(page.getByText(apiTokensText.scopesMissing)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	for (const scope of stockList.scopes) await getCheckbox(scope).click();
	await make.click();
	await expect.element(page.getByText(accountsApiText.wrongPassword)).toBeVisible();

	api.handle({ createApiToken: () => ({ ...stockList, token }), listApiTokens: () => ({ items: [stockList] }) });
	await make.click();
	const made = page.getByRole('region', { name: apiTokensText.madeTitle });
	await expect.element(made.getByText(token)).toBeVisible();
	expect(api.calls('createApiToken').at(-1)?.body).toEqual({
		name: stockList.name,
		scopes: ['read', 'ads'],
		days: 90,
		password: 'blue kettle',
	});
	const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	await made.getByRole('button', { name: commonText.copy }).click();
	await expect.element(made.getByText(commonText.copied)).toBeVisible();
	expect(copied).toHaveBeenCalledWith(token);
	await made.getByRole('button', { name: oneTimeSecretText.copiedDone }).click();
	await expect.element(page.getByText(token)).not.toBeInTheDocument();
	await expect.element(page.getByText(stockList.name, { exact: true })).toBeVisible();
	await expect.element(make).toHaveFocus();
});

test('revokes a token after a confirmation', async () => {
	const api = await open([stockList], { revokeApiToken: () => undefined });
	await expect.element(page.getByText(apiTokensText.neverUsed, { exact: false })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('button', { name: apiTokensText.revokeNamed(stockList.name) }).click();
	const dialog = page.getByRole('dialog', { name: apiTokensText.revokeTitle(stockList.name) });
	await dialog.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(dialog).not.toBeInTheDocument();
	expect(api.calls('revokeApiToken')).toEqual([]);
	await page.getByRole('button', { name: apiTokensText.revokeNamed(stockList.name) }).click();
	api.handle({ listApiTokens: () => ({ items: [] }) });
	await dialog.getByRole('button', { name: apiTokensText.revoke }).click();
	await expect.element(page.getByText(apiTokensText.revoked(stockList.name))).toBeVisible();
	await expect.element(page.getByText(apiTokensText.emptyTitle)).toBeVisible();
	expect(api.calls('revokeApiToken').map(({ params }) => params.id)).toEqual(['4']);
});

test('asks for the code of the second factor where the account has one', async () => {
	await open([], { getSignInMethods: () => ({ ...methods, second_factor: { on: true, recovery_codes_left: 10 } }) });
	await page.getByRole('button', { name: apiTokensText.make }).click();
	await expect.element(page.getByLabelText(identityCheckText.code, { exact: true })).toBeVisible();
});

test('offers a password to an account without one', async () => {
	await open([], { getSignInMethods: () => ({ ...methods, password: false }) });
	await page.getByRole('button', { name: apiTokensText.make }).click();
	await expect.element(page.getByRole('button', { name: passwordsText.choose })).toBeVisible();
});
