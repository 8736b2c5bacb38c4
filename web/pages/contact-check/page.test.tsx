import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Challenge } from '../../../contract/contacts/contacts.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as contactText from '../../../text/shared/contact.ts';
import * as contactCheckText from '../../../text/shared/contact-check.ts';
import * as errorsText from '../../../text/web/errors.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as checkPage from './page.tsx';

const path = '/contact/7/call/check?words=Hi';

async function open(handlers: Handlers) {
	const api = fakeApi(handlers);
	await renderRoute('/contact/:subject/:channel/check', checkPage, { api, url: path });
	return api;
}

async function makeChallenge(tries: number): Promise<Challenge> {
	const challenge = await createChallenge({
		algorithm: 'PBKDF2/SHA-256',
		cost: 10,
		counter: 20,
		data: { seller: 7, tries, expires: Date.now() + 60_000 },
		deriveKey,
		hmacSignatureSecret: 'a secret',
	});
	return challenge as Challenge;
}

test('solves the challenge, then shows the number to call', async () => {
	const challenge = await makeChallenge(64);
	const api = await open({
		revealContact: ({ body }) =>
			body.solved ? { url: 'tel:+2348031234567', challenge: null } : { url: null, challenge },
	});
	await expect.element(page.getByRole('heading', { name: '0803 123 4567' })).toBeVisible();
	const link = page.getByRole('link', { name: contactText.call });
	await expect.element(link).toHaveAttribute('href', 'tel:+2348031234567');
	const calls = api.calls('revealContact');
	expect(calls.map(({ params, body }) => [params, body.words])).toEqual([
		[{ subject: '7', channel: 'call' }, 'Hi'],
		[{ subject: '7', channel: 'call' }, 'Hi'],
	]);
	expect(calls[1]?.body.solved).toMatchObject({ challenge, solution: { counter: 20 } });
	expect(await findViolations()).toEqual([]);
});

test.each([
	[100, contactCheckText.takes(1)],
	[50_000, contactCheckText.takes(300)],
])('says how long %i tries take, and that a login goes on', async (tries, words) => {
	const challenge = await makeChallenge(tries);
	// No counter fits this prefix, so the work goes on.
	challenge.parameters.keyPrefix = '00'.repeat(16);
	await open({ revealContact: () => ({ url: null, challenge }) });
	await expect.element(page.getByText(words)).toBeVisible();
	const login = page.getByRole('link', { name: commonText.logIn });
	await expect.element(login).toHaveAttribute('href', `/Login?next=${encodeURIComponent(path)}`);
	expect(await findViolations()).toEqual([]);
});

test('shows no time before it is known, and begins no work that takes too long', async () => {
	const challenge = await makeChallenge(200_000);
	const { promise, resolve } = Promise.withResolvers<void>();
	const api = await open({
		revealContact: async () => {
			await promise;
			return { url: null, challenge };
		},
	});
	await expect.element(page.getByRole('heading', { name: contactCheckText.title })).toBeVisible();
	await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
	resolve();
	await expect.element(page.getByRole('status')).toHaveTextContent(contactCheckText.rejectedVisitor);
	await expect.element(page.getByRole('link', { name: commonText.logIn })).toBeVisible();
	await expect.element(page.getByRole('region', { name: contactCheckText.failed })).toHaveFocus();
	expect(api.calls('revealContact')).toHaveLength(1);
	expect(await findViolations()).toEqual([]);
});

test('sends its work again after a failure, and keeps the focus', async () => {
	const challenge = await makeChallenge(64);
	const api = await open({
		revealContact: ({ body }) => (body.solved ? throwNetworkError() : { url: null, challenge }),
	});
	const tryAgain = page.getByRole('button', { name: commonText.tryAgain });
	await expect.element(tryAgain).toBeVisible();
	await expect.element(page.getByRole('region', { name: contactCheckText.failed })).toHaveFocus();
	const before = api.calls('revealContact').length;
	api.handle({ revealContact: () => ({ url: 'tel:+2348031234567', challenge: null }) });
	await tryAgain.click();
	await expect.element(page.getByRole('region', { name: '0803 123 4567' })).toHaveFocus();
	const again = api.calls('revealContact').slice(before);
	expect(again.map(({ body }) => body.solved?.challenge)).toEqual([challenge]);
});

test('needs no login of someone who is logged in, and tries again after a failure', async () => {
	logIn();
	const api = await open({ revealContact: throwNetworkError });
	await expect.element(page.getByText(errorsText.noResponse)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	api.handle({ revealContact: () => ({ url: 'tel:+2348031234567', challenge: null }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(page.getByRole('heading', { name: '0803 123 4567' })).toBeVisible();
	await expect.element(page.getByRole('link', { name: commonText.logIn })).not.toBeInTheDocument();
});
