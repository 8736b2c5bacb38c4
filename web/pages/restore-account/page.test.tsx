import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as restoreAccountText from '../../../text/web/restore-account.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, makeMe, readSession } from '../../testing/browser-state.ts';
import { fakeApi, throwNetworkError } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as bringBackPage from './page.tsx';

const deletes_at = '2026-12-06T09:00:00.000Z';

async function open(handlers: Parameters<typeof fakeApi>[0] = {}) {
	const api = fakeApi(handlers);
	return { api, ...(await renderRoute('/bring-back', bringBackPage, { api })) };
}

test('restores a deleted account', async () => {
	logIn({ deletes_at });
	const { api, address } = await open({ restoreMe: throwNetworkError });
	await expect.element(page.getByRole('heading', { level: 1, name: restoreAccountText.title })).toBeVisible();
	await expect.element(page.getByText(restoreAccountText.lead('6 Dec 2026'))).toBeVisible();
	expect(await findViolations()).toEqual([]);
	const restore = page.getByRole('button', { name: restoreAccountText.submit });
	await restore.click();
	await expect.element(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
	api.handle({ restoreMe: () => makeMe() });
	await restore.click();
	await expect.element(page.getByText(restoreAccountText.restored)).toBeVisible();
	await expect.poll(address).toBe('/dashboard');
	expect(readSession()).toMatchObject({ deletes_at: null });
});

test('logs out an account that stays deleted', async () => {
	logIn({ deletes_at });
	const { address } = await open({ logOut: () => undefined });
	await page.getByRole('button', { name: restoreAccountText.decline }).click();
	await expect.poll(address).toBe('/');
	expect(readSession()).toBeNull();
});

test('redirects an active account to the dashboard, and a visitor to the login', async () => {
	const visitor = await open();
	await expect.poll(visitor.address).toBe('/Login?next=%2Fbring-back');
	logIn();
	const { address } = await open();
	await expect.poll(address).toBe('/dashboard');
});
