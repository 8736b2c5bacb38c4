import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as validationText from '../../../../text/shared/validation.ts';
import * as adminEnrollmentsText from '../../../../text/web/admin-enrollments.ts';
import { findViolations } from '../../../testing/accessibility.ts';
import { makeEnrollmentDetail } from '../../../testing/enrollments.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../../testing/fake-api.ts';
import { renderRoute } from '../../../testing/render.tsx';
import * as enrollmentPage from './enrollment.tsx';

const { actions, actionsDone, actionQuestions } = adminEnrollmentsText;
const detail = makeEnrollmentDetail(1);
const at = '2026-11-02T09:00:00.000Z';
const dialog = page.getByRole('dialog');

async function open(handlers: Handlers = {}) {
	const api = fakeApi({ getEnrollmentDetail: () => detail, ...handlers });
	await renderRoute('/dashboard/admin/enrollments/:id', enrollmentPage, { api, url: '/dashboard/admin/enrollments/1' });
	return api;
}

test('confirms a payment after a confirmation, which can be dismissed', async () => {
	const paid = makeEnrollmentDetail(1, {
		state: 'active',
		actions: ['refund'],
		steps: [...detail.steps, { state: 'active', at, by: 'boss' }],
	});
	const api = await open({ updateEnrollment: () => paid });
	const confirm = page.getByRole('button', { name: actions.confirm_payment });
	await confirm.click();
	await expect.element(dialog.getByText(`${detail.name}, ${detail.price}`)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await dialog.getByRole('button', { name: adminEnrollmentsText.dismiss }).click();
	await expect.element(dialog).not.toBeInTheDocument();
	expect(api.calls('updateEnrollment')).toEqual([]);
	await confirm.click();
	await dialog.getByRole('button', { name: actions.confirm_payment }).click();
	await expect.element(page.getByText(actionsDone.confirm_payment)).toBeVisible();
	await expect.element(page.getByRole('button', { name: actions.refund })).toBeVisible();
	await expect.element(page.getByRole('listitem').filter({ hasText: /^Active/ })).toBeVisible();
	expect(api.calls('updateEnrollment').map(({ body }) => body)).toEqual([{ action: 'confirm_payment' }]);
});

test('cancels a request after a confirmation', async () => {
	const api = await open({
		updateEnrollment: () => makeEnrollmentDetail(1, { state: 'cancelled', actions: ['reopen'] }),
	});
	await page.getByRole('button', { name: actions.cancel }).click();
	await expect.element(page.getByRole('dialog', { name: actionQuestions.cancel?.title ?? '' })).toBeVisible();
	await dialog.getByRole('button', { name: actions.cancel }).click();
	await expect.element(page.getByText(actionsDone.cancel)).toBeVisible();
	await expect.element(page.getByRole('button', { name: actions.reopen })).toBeVisible();
	expect(api.calls('updateEnrollment').map(({ body }) => body)).toEqual([{ action: 'cancel' }]);
});

test('requires text for a note, and appends it to the others', async () => {
	const text = 'The money came on Friday.';
	const api = await open({
		updateEnrollment: () => makeEnrollmentDetail(1, { notes: [{ text, by: 'boss', at }] }),
	});
	const add = page.getByRole('button', { name: adminEnrollmentsText.addNote });
	await add.click();
	await expect.element(page.getByText(validationText.noteMissing)).toBeVisible();
	await page.getByLabelText(adminEnrollmentsText.note).fill(text);
	await add.click();
	await expect.element(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
	await expect.element(page.getByLabelText(adminEnrollmentsText.note)).toHaveValue('');
	expect(api.calls('updateEnrollment').map(({ body }) => body)).toEqual([{ note: text }]);
});

test('links to WhatsApp with the learner’s number and a greeting', async () => {
	await open();
	const link = page.getByRole('link', { name: /^WhatsApp/ });
	await expect
		.element(link)
		.toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/2348031234567\?text=Hello/));
});

test('reports a request that does not exist', async () => {
	await open({ getEnrollmentDetail: () => makeProblemResponse(404, { code: 'not_found', message: 'Gone' }) });
	await expect.element(page.getByRole('heading', { name: adminEnrollmentsText.noSuchEnrollment })).toBeVisible();
});
