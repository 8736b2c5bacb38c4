import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as messages from '../../../contract/core/messages.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as passwordsText from '../../../text/web/passwords.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as forgotPasswordPage from './page.tsx';

const email = page.getByLabelText(commonText.email);
const button = page.getByRole('button', { name: passwordsText.sendLink });

async function open(handlers: Handlers = {}) {
	const api = fakeApi(handlers);
	return { api, ...(await renderRoute('/forgot-password', forgotPasswordPage, { api })) };
}

test('sends a link without revealing whether the account exists', async () => {
	const { api } = await open({ forgotPassword: () => undefined });
	await email.fill('ada@example.com');
	await button.click();
	await expect.element(page.getByRole('heading', { level: 1, name: passwordsText.linkSentTitle })).toBeVisible();
	await expect
		.element(page.getByRole('status'))
		.toMatchTextContent('If ada@example.com has an account, we sent a link to it.');
	expect(api.calls('forgotPassword')).toMatchObject([{ body: { email: 'ada@example.com' } }]);
	await page.getByRole('button', { name: passwordsText.useOtherAddress }).click();
	await expect.element(email).toHaveValue('');
});

test('rejects an invalid address without a request', async () => {
	const { api } = await open();
	await email.fill('not an address');
	await button.click();
	await expect.element(email).toHaveAccessibleDescription(messages.emailInvalid);
	expect(api.calls('forgotPassword')).toEqual([]);
});

test("shows the server's error", async () => {
	await open({
		forgotPassword: () => makeProblemResponse(429, { code: 'too_many', message: 'Try again in an hour.' }),
	});
	await email.fill('ada@example.com');
	await button.click();
	await expect.element(page.getByRole('alert').getByText('Try again in an hour.')).toBeVisible();
});
