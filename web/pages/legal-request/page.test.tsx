import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { LegalRequest } from '../../../contract/data-protection/data-protection.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as legalRequestText from '../../../text/shared/legal-request.ts';
import * as validationText from '../../../text/shared/validation.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as formPage from './page.tsx';
import * as requestPage from './request.tsx';

const request: LegalRequest = {
	code: 'REQ-7QXM-2HPA-K9TD',
	kind: 'takedown',
	state: 'open',
	created_at: '2026-11-28T09:00:00.000Z',
	due_at: '2026-11-29T09:00:00.000Z',
	answered_at: null,
	answer: null,
};

const kind = page.getByRole('combobox', { name: legalRequestText.kind });
const url = page.getByRole('textbox', { name: legalRequestText.url });
const send = page.getByRole('button', { name: legalRequestText.send });

test('asks for the link of a takedown only, and opens the page of the request that was sent', async () => {
	const api = fakeApi({ sendLegalRequest: () => request });
	const { address } = await renderRoute('/legal-request', formPage, { api });
	await send.click();
	await expect.element(page.getByText(validationText.legalRequestKindMissing)).toBeVisible();
	await kind.selectOptions('access');
	await expect.element(url).not.toBeInTheDocument();
	await kind.selectOptions('takedown');
	await page.getByRole('textbox', { name: legalRequestText.text }).fill('It is my photo.');
	await page.getByRole('textbox', { name: legalRequestText.name, exact: true }).fill('Bisi');
	await page.getByRole('textbox', { name: commonText.email }).fill('bisi@example.com');
	await send.click();
	await expect.element(page.getByText(validationText.contentLinkMissing)).toBeVisible();
	await url.fill('https://kasuwa.example/feed/1/lamp');
	await send.click();
	await expect.poll(address).toBe('/legal-request/REQ-7QXM-2HPA-K9TD');
	expect(api.calls('sendLegalRequest').map(({ body }) => body)).toEqual([
		{
			kind: 'takedown',
			text: 'It is my photo.',
			name: 'Bisi',
			email: 'bisi@example.com',
			url: 'https://kasuwa.example/feed/1/lamp',
		},
	]);
	expect(await findViolations()).toEqual([]);
});

test('fills in the name and email of an account', async () => {
	logIn({ display_name: 'Ada Obi', email: 'ada@example.com' });
	await renderRoute('/legal-request', formPage, { api: fakeApi({}) });
	await expect.element(page.getByRole('textbox', { name: commonText.email })).toHaveValue('ada@example.com');
});

test('keeps what was typed when a session begins, and sends no link of another kind', async () => {
	const api = fakeApi({ sendLegalRequest: () => request });
	await renderRoute('/legal-request', formPage, { api });
	const name = page.getByRole('textbox', { name: legalRequestText.name, exact: true });
	await kind.selectOptions('takedown');
	await url.fill('https://kasuwa.example/feed/1/lamp');
	await page.getByRole('textbox', { name: legalRequestText.text }).fill('It is my photo.');
	await name.fill('Bisi');
	logIn({ display_name: 'Ada Obi', email: 'ada@example.com' });
	await expect.element(page.getByRole('textbox', { name: commonText.email })).toHaveValue('ada@example.com');
	await expect.element(name).toHaveValue('Bisi');
	await kind.selectOptions('access');
	await send.click();
	await expect
		.poll(() => api.calls('sendLegalRequest').map(({ body }) => body))
		.toEqual([{ kind: 'access', text: 'It is my photo.', name: 'Bisi', email: 'ada@example.com' }]);
});

test('shows the state, the deadline and the answer of a request', async () => {
	const answered = { ...request, state: 'done' as const, answered_at: request.created_at, answer: 'It is gone.' };
	await renderRoute('/legal-request/:code', requestPage, {
		api: fakeApi({ getLegalRequest: () => answered }),
		url: `/legal-request/${request.code}`,
	});
	await expect.element(page.getByText('It is gone.')).toBeVisible();
	await expect.element(page.getByText(legalRequestText.states.done)).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('says that no request has the code', async () => {
	await renderRoute('/legal-request/:code', requestPage, {
		api: fakeApi({
			getLegalRequest: () => makeProblemResponse(404, { code: 'not_found', message: legalRequestText.notFound }),
		}),
		url: '/legal-request/unknown',
	});
	await expect.element(page.getByRole('heading', { name: legalRequestText.unknown })).toBeVisible();
});
