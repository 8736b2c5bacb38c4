import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Webhook, WebhookDelivery } from '../../../contract/webhooks/webhooks.ts';
import * as accountsApiText from '../../../text/shared/accounts-api.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as webhooksText from '../../../text/shared/webhooks.ts';
import * as identityCheckText from '../../../text/web/identity-check.ts';
import * as oneTimeSecretText from '../../../text/web/one-time-secret.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as marketWebhooksPage from '../admin/webhooks/page.tsx';
import * as webhooksPage from './page.tsx';

const host = 'shop.example';
const webhook: Webhook = {
	id: 4,
	url: `https://${host}/kasuwa`,
	events: ['ad.sold', 'contact.created'],
	active: true,
	paused: false,
	failing_since: null,
	created_at: '2026-11-01T09:00:00.000Z',
};
const delivery: WebhookDelivery = {
	id: 9,
	event: 'ad.sold',
	state: 'failed',
	attempts: 8,
	result: '5xx',
	attempted_at: '2026-11-02T09:00:00.000Z',
	created_at: '2026-11-01T09:00:00.000Z',
};
const methods = {
	password: true,
	google: { available: false, linked: null },
	second_factor: { on: false, recovery_codes_left: 0 },
};
const secret = 'whsec_8fJ2';

const getButton = (label: string) => page.getByRole('button', { name: webhooksText.buttonFor(label, host) });

async function open(
	items: Webhook[],
	handlers: Handlers = {},
	module: Parameters<typeof renderRoute>[1] = webhooksPage,
) {
	logIn();
	const api = fakeApi({ listWebhooks: () => ({ items }), getSignInMethods: () => methods, ...handlers });
	await renderRoute('/dashboard/webhooks', module, { api });
	return api;
}

test('confirms a paused webhook', async () => {
	const items = [{ ...webhook, paused: true }];
	const api = await open(items, {
		updateWebhook: () => {
			items[0] = webhook;
			return webhook;
		},
	});
	await expect.element(page.getByText(webhooksText.pausedHint)).toBeVisible();
	expect(getButton(webhooksText.test).elements()).toEqual([]);
	expect(await findViolations()).toEqual([]);
	await getButton(webhooksText.confirm).click();
	expect(api.calls('updateWebhook')).toMatchObject([{ body: { paused: false } }]);
	await expect.element(page.getByText(webhooksText.on, { exact: true })).toBeVisible();
	await expect.element(getButton(webhooksText.test)).toBeVisible();
});

test('makes a webhook and shows its secret once', async () => {
	const api = await open([], {
		createWebhook: () =>
			makeProblemResponse(422, {
				code: 'invalid',
				message: accountsApiText.wrongPassword,
				fields: { password: accountsApiText.wrongPassword },
			}),
	});
	await expect.element(page.getByText(webhooksText.emptyTitle)).toBeVisible();
	const make = page.getByRole('button', { name: webhooksText.make });
	await make.click();
	const url = page.getByLabelText(webhooksText.url, { exact: true });
	await url.fill('http://shop.example');
	await make.click();
	await expect.element(page.getByText(webhooksText.urlInvalid)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await url.fill(webhook.url);
	for (const event of ['ad.published', 'ad.changed', 'comment.created', 'review.created'] as const) {
		await page.getByRole('checkbox', { name: webhooksText.eventNames[event] }).click();
	}
	await page.getByLabelText(identityCheckText.yourPassword, { exact: true }).fill('blue kettle');
	await make.click();
	await expect.element(page.getByText(accountsApiText.wrongPassword)).toBeVisible();

	api.handle({ createWebhook: () => ({ ...webhook, secret }), listWebhooks: () => ({ items: [webhook] }) });
	await make.click();
	const made = page.getByRole('region', { name: webhooksText.madeTitle });
	await expect.element(made.getByText(secret)).toBeVisible();
	expect(api.calls('createWebhook').at(-1)?.body).toEqual({
		url: webhook.url,
		events: webhook.events,
		password: 'blue kettle',
	});
	const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	await made.getByRole('button', { name: commonText.copy }).click();
	await expect.element(made.getByText(commonText.copied)).toBeVisible();
	expect(copied).toHaveBeenCalledWith(secret);
	await made.getByRole('button', { name: oneTimeSecretText.copiedDone }).click();
	await expect.element(page.getByText(secret)).not.toBeInTheDocument();
	await expect.element(page.getByText(webhook.url)).toBeVisible();
	await expect.element(make).toHaveFocus();
});

test('sends a test, shows what was sent, and sends a message again', async () => {
	const sent: WebhookDelivery = { ...delivery, id: 10, event: 'webhook.test', state: 'delivered', result: '2xx' };
	const api = await open([webhook], {
		testWebhook: () => ({ ...sent, state: 'pending' }),
		listWebhookDeliveries: () => ({ items: [sent, delivery], next_cursor: null }),
		redeliverWebhook: () => ({ ...delivery, state: 'pending', attempts: 0 }),
	});
	await getButton(webhooksText.test).click();
	const list = page.getByRole('region', { name: webhooksText.deliveries });
	await expect.element(list.getByText(webhooksText.results['2xx'], { exact: false })).toBeVisible();
	await expect.element(list.getByText(webhooksText.states.failed)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await list.getByRole('button', { name: webhooksText.redeliverNamed(webhooksText.eventNames['ad.sold']) }).click();
	await expect.poll(() => api.calls('redeliverWebhook')).toHaveLength(1);
	expect(api.calls('redeliverWebhook')[0]?.params).toEqual({ id: '4', delivery_id: '9' });
	expect(api.calls('testWebhook').map(({ params }) => params.id)).toEqual(['4']);
});

test('says why a webhook is off, and turns it on', async () => {
	const off = { ...webhook, active: false, failing_since: delivery.created_at };
	const api = await open([off], { updateWebhook: () => webhook });
	await expect.element(page.getByText(webhooksText.switchedOff)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	api.handle({ listWebhooks: () => ({ items: [webhook] }) });
	await getButton(webhooksText.turnOn).click();
	await expect.element(getButton(webhooksText.turnOff)).toBeVisible();
	expect(api.calls('updateWebhook')[0]?.body).toEqual({ active: true });
});

test('changes the address with the password', async () => {
	const api = await open([webhook], { updateWebhook: () => webhook });
	await getButton(webhooksText.edit).click();
	await page.getByLabelText(webhooksText.url, { exact: true }).fill('https://shop.example/new');
	await page.getByLabelText(identityCheckText.yourPassword, { exact: true }).fill('blue kettle');
	await page.getByRole('button', { name: commonText.save }).click();
	await expect.element(getButton(webhooksText.edit)).toHaveFocus();
	expect(api.calls('updateWebhook')[0]?.body).toEqual({
		url: 'https://shop.example/new',
		events: webhook.events,
		password: 'blue kettle',
	});
});

test('replaces the secret with the password, and asks for the code of an account with one', async () => {
	const api = await open([webhook], {
		getSignInMethods: () => ({ ...methods, second_factor: { on: true, recovery_codes_left: 10 } }),
		rotateWebhookSecret: () => ({ ...webhook, secret }),
	});
	await getButton(webhooksText.rotate).click();
	await page.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(getButton(webhooksText.rotate)).toHaveFocus();
	await getButton(webhooksText.rotate).click();
	const form = page.getByRole('region', { name: webhooksText.rotateTitle });
	await form.getByLabelText(identityCheckText.yourPassword, { exact: true }).fill('blue kettle');
	await form.getByLabelText(identityCheckText.code, { exact: true }).fill('123456');
	await form.getByRole('button', { name: webhooksText.rotate }).click();
	await expect.element(page.getByRole('region', { name: webhooksText.madeTitle })).toHaveFocus();
	await expect.element(page.getByText(secret)).toBeVisible();
	expect(api.calls('rotateWebhookSecret')[0]?.body).toEqual({ password: 'blue kettle', code: '123456' });
});

test('deletes a webhook after a confirmation', async () => {
	const api = await open([webhook], { deleteWebhook: () => undefined });
	await getButton(webhooksText.remove).click();
	const dialog = page.getByRole('dialog', { name: webhooksText.removeTitle });
	expect(api.calls('deleteWebhook')).toEqual([]);
	api.handle({ listWebhooks: () => ({ items: [] }) });
	await dialog.getByRole('button', { name: webhooksText.remove }).click();
	await expect.element(page.getByText(webhooksText.emptyTitle)).toBeVisible();
	expect(api.calls('deleteWebhook').map(({ params }) => params.id)).toEqual(['4']);
});

test('of the administration makes webhooks of the market, with the changes of course requests', async () => {
	const api = await open([], { createWebhook: () => ({ ...webhook, secret }) }, marketWebhooksPage);
	const make = page.getByRole('button', { name: webhooksText.make });
	await make.click();
	await expect
		.element(page.getByRole('checkbox', { name: webhooksText.eventNames['enrollment.changed'] }))
		.toBeChecked();
	await page.getByLabelText(webhooksText.url, { exact: true }).fill(webhook.url);
	await page.getByLabelText(identityCheckText.yourPassword, { exact: true }).fill('blue kettle');
	await make.click();
	await expect.element(page.getByText(secret)).toBeVisible();
	expect(api.calls('createWebhook')[0]?.body).toMatchObject({ market: true });
	expect(api.calls('listWebhooks')[0]?.query).toEqual({ market: 'true' });
});
