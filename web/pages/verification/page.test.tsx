import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { nameHolders, type Verification } from '../../../contract/verification/verification.ts';
import * as verificationApiText from '../../../text/server/verification-api.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as verificationText from '../../../text/web/verification.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, makeMe, readSession } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as verificationPage from './page.tsx';

const number = '2348031234567';
const phone = page.getByRole('textbox', { name: verificationText.phone });
const code = page.getByRole('textbox', { name: verificationText.code });
const heading = page.getByRole('heading', { name: verificationText.phoneTitle });
const send = page.getByRole('button', { name: verificationText.sendCode });
const verify = page.getByRole('button', { name: verificationText.verify });
const resend = page.getByRole('button', { name: verificationText.resend });

const makePhone = (overrides: Partial<Verification['phone']> = {}): Verification['phone'] => ({
	available: true,
	number: null,
	verified_at: null,
	code: null,
	...overrides,
});
const withPhone = (status: Verification['phone']): Verification => ({
	phone: status,
	business: { name: null, verified_at: null, request: null, documents: [] },
});
const sent = { number, resend_in: 60, tries_left: 5 };
const verified = makePhone({ number, verified_at: '2026-11-22T09:00:00.000Z' });

async function open(status: Verification['phone'], handlers: Handlers = {}) {
	logIn();
	const api = fakeApi({ getVerification: () => withPhone(status), ...handlers });
	await renderRoute('/dashboard/verification', verificationPage, { api });
	await expect.element(heading).toBeVisible();
	return api;
}

test.each(nameHolders)('says what to do if %s has the name, and why no badge is shown', async (name_holder) => {
	await open(verified, { getVerification: () => ({ ...withPhone(verified), name_holder }) });
	const [reason = ''] = verificationText.nameHolders[name_holder].split('<');
	await expect.element(page.getByText(reason.trim(), { exact: false })).toBeVisible();
	const link = page.getByRole('link', { name: 'Change your name' });
	await expect.element(link).toHaveAttribute('href', '/dashboard/profileEdit');
	expect(await findViolations()).toEqual([]);
});

test('verifies a number with the code from the SMS', async () => {
	const api = await open(makePhone(), {
		sendPhoneCode: () => withPhone(makePhone({ code: sent })),
		verifyPhone: () => withPhone(verified),
		getMe: () => makeMe({ phone: number, verified: ['phone'] }),
	});
	expect(await findViolations()).toEqual([]);
	await send.click();
	await expect.element(page.getByText(validationText.phoneInvalid)).toBeVisible();
	await phone.fill('0803 123 4567');
	await send.click();
	await expect.element(code).toHaveFocus();
	await expect.element(page.getByText(`+${number}`)).toBeVisible();
	await expect.element(resend).not.toBeInTheDocument();
	expect(api.calls('sendPhoneCode').map(({ body }) => body)).toEqual([{ phone: number }]);
	await code.fill('12 34');
	await verify.click();
	await expect.element(page.getByText(validationText.phoneCodeInvalid(6))).toBeVisible();
	expect(api.calls('verifyPhone')).toEqual([]);
	expect(await findViolations()).toEqual([]);
	await code.fill('123 456');
	await userEvent.keyboard('{Enter}');
	await expect.element(page.getByText(verificationText.verifiedSince('22 Nov 2026'))).toBeVisible();
	await expect.element(heading).toHaveFocus();
	expect(api.calls('verifyPhone').map(({ body }) => body)).toEqual([{ code: '123456' }]);
	await expect.poll(readSession).toMatchObject({ phone: number, verified: ['phone'] });
	expect(await findViolations()).toEqual([]);
});

test('says how many tries are left and keeps the code that was typed', async () => {
	const wrong = verificationApiText.codeWrong(4);
	await open(makePhone({ number, code: sent }), {
		verifyPhone: () => makeProblemResponse(422, { code: 'invalid', message: wrong, fields: { code: wrong } }),
	});
	await code.fill('123456');
	await verify.click();
	await expect.element(page.getByText(wrong)).toBeVisible();
	await expect.element(code).toHaveValue('123456');
	await expect.element(code).toHaveFocus();
});

test('sends another code once the wait is over', async () => {
	const api = await open(makePhone({ number, code: { ...sent, resend_in: 1 } }), {
		sendPhoneCode: () => withPhone(makePhone({ number, code: sent })),
	});
	await expect.element(page.getByText(verificationText.resendIn(1))).toBeVisible();
	await resend.click();
	await expect.element(page.getByText(/^You can ask for a new code in (60|59) seconds$/)).toBeVisible();
	expect(api.calls('sendPhoneCode').map(({ body }) => body)).toEqual([{ phone: `+${number}` }]);
	await expect.element(code).toHaveFocus();
});

test('shows why no code was sent', async () => {
	await open(makePhone({ number }), {
		sendPhoneCode: () => makeProblemResponse(503, { code: 'unavailable', message: verificationApiText.codeNotSent }),
	});
	await expect.element(phone).toHaveValue('0803 123 4567');
	await send.click();
	await expect.element(page.getByRole('alert').getByText(verificationApiText.codeNotSent)).toBeVisible();
	await expect.element(phone).toHaveValue('0803 123 4567');
});

test('goes back from the code to another number', async () => {
	await open(makePhone({ number, code: sent }));
	await page.getByRole('button', { name: verificationText.otherNumber }).click();
	await expect.element(phone).toHaveFocus();
	await page.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(code).toBeVisible();
});

test('changes a verified number only with a code', async () => {
	await open(verified);
	await expect.element(page.getByText(`+${number}`)).toBeVisible();
	await page.getByRole('button', { name: verificationText.change }).click();
	await expect.element(phone).toHaveValue('');
	await expect.element(phone).toHaveFocus();
	await expect.element(page.getByText(verificationText.phoneVerified)).toBeVisible();
	await page.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(heading).toHaveFocus();
});

test('says so where no codes can be sent', async () => {
	await open(makePhone({ available: false }));
	await expect.element(page.getByText(verificationText.phoneNotOffered)).toBeVisible();
	await expect.element(phone).not.toBeInTheDocument();
});
