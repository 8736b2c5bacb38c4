import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Me } from '../../../contract/accounts/accounts.ts';
import * as accountsApiText from '../../../text/shared/accounts-api.ts';
import * as adOptionsText from '../../../text/shared/ad-options.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as adFormText from '../../../text/web/ad-form.ts';
import * as deleteAccountText from '../../../text/web/delete-account.ts';
import * as emailSettingsText from '../../../text/web/email-settings.ts';
import * as identityCheckText from '../../../text/web/identity-check.ts';
import * as personalInfoText from '../../../text/web/personal-info.ts';
import * as securityText from '../../../text/web/security.ts';
import * as verifyEmailText from '../../../text/web/verify-email.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, makeMe, readSession } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeDeferredHandler, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as personalInfoPage from './page.tsx';

const phone = page.getByRole('textbox', { name: new RegExp(`^${adFormText.whatsappNumber}`) });
const place = page.getByRole('textbox', { name: new RegExp(`^${commonText.place}`) });
const showPhone = page.getByRole('switch', { name: personalInfoText.showPhone });
const showPlace = page.getByRole('switch', { name: personalInfoText.showPlace });
const save = page.getByRole('button', { name: commonText.save, exact: true });
const password = page.getByLabelText(identityCheckText.yourPassword, { exact: true });
const methods = {
	password: true,
	google: { available: false, linked: null },
	second_factor: { on: false, recovery_codes_left: 0 },
};

async function open(handlers: Handlers = {}) {
	logIn();
	const api = fakeApi({ getMe: () => makeMe({ place_public: true }), getSignInMethods: () => methods, ...handlers });
	const rendered = await renderRoute('/dashboard/personal-Info', personalInfoPage, { api });
	await expect.element(phone).toBeVisible();
	return { api, ...rendered };
}

test('shows who sees the number and the place before they are saved', async () => {
	const { api } = await open({ updateMe: ({ body }) => makeMe({ ...(body as Me), phone: '2348031234567' }) });
	await phone.fill('0803 12');
	await save.click();
	await expect.element(phone).toHaveAttribute('aria-invalid', 'true');
	expect(api.calls('updateMe')).toEqual([]);
	await phone.fill('0803 123 4567');
	await page.getByRole('combobox', { name: /^State/ }).selectOptions('Oyo');
	await page.getByRole('combobox', { name: new RegExp(`^${adOptionsText.lga}`) }).selectOptions('Iseyin');
	await place.fill('Iseyin, Oyo');
	await expect.element(page.getByText(personalInfoText.phoneHidden)).toBeVisible();
	await expect.element(page.getByText(personalInfoText.placeVisible('Iseyin, Oyo'))).toBeVisible();
	await showPhone.click();
	await expect.element(page.getByText(personalInfoText.phoneVisible)).toBeVisible();
	(showPlace.element() as HTMLElement).focus();
	await userEvent.keyboard(' ');
	await expect.element(page.getByText(personalInfoText.placeHidden)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await save.click();
	await expect.element(page.getByText(personalInfoText.saved)).toBeVisible();
	expect(api.calls('updateMe').map(({ body }) => body)).toEqual([
		{
			phone: '2348031234567',
			call_number: null,
			phone_public: true,
			location: { state: 'Oyo', lga: 'Iseyin' },
			place: 'Iseyin, Oyo',
			place_public: false,
		},
	]);
	await expect.element(phone).toHaveValue('0803 123 4567');
	await expect.element(page.getByRole('combobox', { name: new RegExp(`^${adOptionsText.lga}`) })).toHaveValue('Iseyin');
	await expect.element(showPhone).toBeChecked();
	await expect.element(showPlace).not.toBeChecked();
});

test('resends the link to an unconfirmed address', async () => {
	const { api } = await open({
		getMe: () => makeMe({ email_verified: false }),
		resendVerification: () => undefined,
	});
	await expect.element(page.getByText(emailSettingsText.unconfirmed)).toBeVisible();
	await page.getByRole('button', { name: verifyEmailText.resend }).click();
	await expect.element(page.getByText(verifyEmailText.resent)).toBeVisible();
	expect(api.calls('resendVerification')).toHaveLength(1);
});

test('changes the address with the password, and cancels the change', async () => {
	const wrong = accountsApiText.wrongPassword;
	const { api } = await open({
		changeEmail: () => makeProblemResponse(422, { code: 'invalid', message: wrong, fields: { password: wrong } }),
		keepEmail: () => undefined,
	});
	await page.getByRole('button', { name: emailSettingsText.change }).click();
	const field = page.getByLabelText(emailSettingsText.newEmail);
	const pending = page.getByText('next@example.com', { exact: true });
	await expect.element(field).toHaveFocus();
	await field.fill('next@example.com');
	await password.fill('not it');
	const send = page.getByRole('button', { name: emailSettingsText.sendLink });
	await send.click();
	await expect.element(page.getByText(wrong)).toBeVisible();
	api.handle({ changeEmail: () => undefined, getMe: () => makeMe({ new_email: 'next@example.com' }) });
	await password.fill('blue kettle on sunday');
	await send.click();
	await expect.element(pending).toBeVisible();
	expect(api.calls('changeEmail').at(-1)?.body).toEqual({
		email: 'next@example.com',
		password: 'blue kettle on sunday',
	});
	// The account has its address only once the call has kept it, because the page may load the account at any time.
	api.handle({
		keepEmail() {
			api.handle({ getMe: () => makeMe() });
			return undefined;
		},
	});
	await page.getByRole('button', { name: emailSettingsText.keepCurrent }).click();
	await expect.element(pending).not.toBeInTheDocument();
});

test('deletes the account with the password after listing what will be deleted', async () => {
	const { api, address } = await open({ deleteMe: () => ({ deletes_at: '2026-12-06T09:00:00.000Z' }) });
	const start = page.getByRole('button', { name: deleteAccountText.submit });
	await start.click();
	await expect.element(page.getByText(deleteAccountText.postsErased)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('button', { name: deleteAccountText.keep }).click();
	await start.click();
	await page.getByRole('button', { name: commonText.continueOn }).click();
	await expect.element(password).toHaveFocus();
	await start.click();
	await expect.element(password).toHaveAttribute('aria-invalid', 'true');
	expect(api.calls('deleteMe')).toEqual([]);
	await password.fill('blue kettle on sunday');
	await start.click();
	await expect.element(page.getByText(deleteAccountText.deleted('6 Dec'))).toBeVisible();
	await expect.poll(address).toBe('/');
	expect(readSession()).toBeNull();
	expect(api.calls('deleteMe').map(({ body }) => body)).toEqual([{ password: 'blue kettle on sunday' }]);
});

test('reports that the login methods failed to load, and loads them on retry', async () => {
	const first = makeDeferredHandler<Response>();
	const { api } = await open({ getSignInMethods: first.handler });
	await page.getByRole('button', { name: deleteAccountText.submit }).click();
	await page.getByRole('button', { name: commonText.continueOn }).click();
	await expect.element(page.getByText(securityText.loading)).toBeInTheDocument();
	first.resolve(makeProblemResponse(403, { code: 'forbidden', message: 'No' }));
	await expect.element(page.getByRole('alert').getByText(securityText.loadFailed)).toBeVisible();
	api.handle({ getSignInMethods: () => methods });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(password).toHaveFocus();
});

test('shows why a data download failed', async () => {
	const busy = 'Too busy. Try again in a moment.';
	await open({ exportMe: () => makeProblemResponse(503, { code: 'unavailable', message: busy }) });
	await page.getByRole('button', { name: personalInfoText.download }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: busy })).toBeVisible();
});
