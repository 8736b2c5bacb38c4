import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as commonText from '../../../text/shared/common.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as decisionText from '../../../text/web/decision.ts';
import * as errorsText from '../../../text/web/errors.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { makeDecision } from '../../testing/moderation.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as decisionPage from './page.tsx';

const at = '2026-11-02T09:00:00.000Z';
const appeal = { text: 'Come and see the cloth first.', at, outcome: null, answer: null };
const field = page.getByLabelText(decisionText.appealText);
const send = page.getByRole('button', { name: decisionText.sendAppeal });

async function open(handlers: Handlers = {}) {
	const api = fakeApi({ getDecision: () => makeDecision(1), ...handlers });
	await renderRoute('/decision/:key', decisionPage, { api, url: '/decision/a-key-from-a-mail' });
	return api;
}

test('requires text for an appeal, keeps it after a lost network, and sends it once', async () => {
	const api = await open({ appeal: throwNetworkError });
	await expect.element(page.getByRole('heading', { level: 1, name: 'Your ad was hidden' })).toBeVisible();
	await expect.element(page.getByText(makeDecision(1).reason)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await send.click();
	await expect.element(page.getByText(validationText.appealMissing, { exact: true })).toBeVisible();
	await expect.element(field).toHaveFocus();
	expect(api.calls('appeal')).toEqual([]);
	await field.fill(appeal.text);
	await send.click();
	await expect.element(page.getByRole('alert').filter({ hasText: errorsText.noResponse })).toBeVisible();
	await expect.element(field).toHaveValue(appeal.text);
	api.handle({ appeal: () => makeDecision(1, { appeal }) });
	await send.click();
	await expect.element(page.getByText(decisionText.appealSent)).toBeVisible();
	await expect.element(page.getByRole('heading', { name: decisionText.appealPending })).toBeVisible();
	await expect.element(send).not.toBeInTheDocument();
	expect(api.calls('appeal').map(({ params, body }) => [params.key, body])).toEqual(
		Array(2).fill(['a-key-from-a-mail', { text: appeal.text }]),
	);
});

test.for([
	['lifted', decisionText.appealLifted, at],
	['upheld', decisionText.appealUpheld, null],
] as const)('shows the response to an appeal that was %s', async ([outcome, title, lifted_at]) => {
	const answer = 'We have seen the shop.';
	await open({ getDecision: () => makeDecision(1, { lifted_at, appeal: { ...appeal, outcome, answer } }) });
	await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
	await expect.element(page.getByText(answer)).toBeVisible();
	await expect.element(send).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
});

test('shows an earlier appeal instead of the form', async () => {
	const api = await open({
		appeal: () => makeProblemResponse(409, { code: 'conflict', message: 'You have already appealed.' }),
	});
	await field.fill(appeal.text);
	api.handle({ getDecision: () => makeDecision(1, { appeal }) });
	await send.click();
	await expect.element(page.getByText('You have already appealed.').first()).toBeVisible();
	await expect.element(page.getByRole('heading', { name: decisionText.appealPending })).toBeVisible();
});

test('shows the end of a suspension', async () => {
	await open({
		getDecision: () =>
			makeDecision(1, {
				kind: 'suspend',
				target: { kind: 'account', id: 12, title: 'Musa' },
				until: '2999-11-05T09:00:00.000Z',
			}),
	});
	await expect
		.element(page.getByRole('heading', { level: 1, name: /^Your account is suspended until / }))
		.toBeVisible();
	await expect.element(page.getByText(decisionText.suspended)).toBeVisible();
});

test('reports an unknown link, and keeps its address secret', async () => {
	await open({ getDecision: () => makeProblemResponse(404, { code: 'not_found', message: commonText.notHere }) });
	await expect.element(page.getByRole('heading', { level: 1, name: commonText.linkUnknown })).toBeVisible();
	expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
	expect(document.querySelector('meta[name=referrer]')?.getAttribute('content')).toBe('no-referrer');
	expect(decisionPage.headers()).toEqual({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
	expect(decisionPage.handle.secret).toBe(true);
});
