import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as undoNumbersText from '../../../text/web/undo-numbers.ts';
import { getSession } from '../../accounts/session.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, makeMe } from '../../testing/browser-state.ts';
import { fakeApi, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as undoNumbersPage from './page.tsx';

async function open(handlers: Parameters<typeof fakeApi>[0]) {
	const api = fakeApi(handlers);
	await renderRoute('/undo-numbers', undoNumbersPage, { api, url: '/undo-numbers?token=a-token' });
	return api;
}

const restore = () => page.getByRole('button', { name: undoNumbersText.restore }).click();

test('restores the numbers only after a tap, and advises a new password', async () => {
	const session = logIn({ phone: '+2348011111111' });
	const former = makeMe({ id: session.id, phone: '+2348022222222' });
	const api = await open({ undoNumberChange: () => undefined, getMe: () => former });
	await expect.element(page.getByRole('heading', { level: 1, name: undoNumbersText.title })).toBeVisible();
	expect(api.calls('undoNumberChange')).toEqual([]);
	expect(await findViolations()).toEqual([]);
	await restore();
	await expect.element(page.getByRole('heading', { level: 1, name: undoNumbersText.restoredTitle })).toBeVisible();
	await expect
		.element(page.getByRole('link', { name: undoNumbersText.choosePassword }))
		.toHaveAttribute('href', '/forgot-password');
	expect(api.calls('undoNumberChange').map(({ body }) => body)).toEqual([{ token: 'a-token' }]);
	// The next ad is filled in with the former number.
	await expect.poll(() => getSession()?.phone).toBe('+2348022222222');
});

test('says why a link does not work, and leads to the numbers', async () => {
	await open({ undoNumberChange: () => makeProblemResponse(422, { code: 'invalid', message: 'This link is over.' }) });
	await restore();
	await expect.element(page.getByRole('alert').getByText('This link is over.')).toBeVisible();
	await expect.element(page.getByRole('link', { name: undoNumbersText.seeNumbers })).toBeVisible();
});
