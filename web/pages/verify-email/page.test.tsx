import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as messages from '../../../contract/core/messages.ts';
import * as verifyEmailText from '../../../text/web/verify-email.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, makeMe, readSession } from '../../testing/browser-state.ts';
import { fakeApi, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as verifyEmailPage from './page.tsx';

async function open(handlers: Parameters<typeof fakeApi>[0]) {
	const api = fakeApi(handlers);
	await renderRoute('/verify-email', verifyEmailPage, { api, url: '/verify-email?token=a-token' });
	return api;
}

test('confirms the address of the link, and updates the session', async () => {
	logIn({ email_verified: false });
	const api = await open({
		verifyEmail: () => undefined,
		getMe: () => makeMe({ email: 'next@example.com', email_verified: true }),
	});
	await expect.element(page.getByRole('heading', { level: 1, name: verifyEmailText.confirmedTitle })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	expect(api.calls('verifyEmail').map(({ body }) => body)).toEqual([{ token: 'a-token' }]);
	expect(readSession()).toMatchObject({ email: 'next@example.com', email_verified: true });
});

test.for([
	[
		() => makeProblemResponse(422, { code: 'invalid', message: 'This link does not work any more.' }),
		'This link does not work any more.',
	],
	[throwNetworkError, messages.networkError],
] as const)('shows why a link failed (%#)', async ([verifyEmail, sentence]) => {
	await open({ verifyEmail });
	await expect.element(page.getByRole('heading', { level: 1, name: verifyEmailText.failedTitle })).toBeVisible();
	await expect.element(page.getByText(sentence)).toBeVisible();
});
