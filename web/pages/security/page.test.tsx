import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SignInMethods } from '../../../contract/accounts/google.ts';
import * as accountsApiText from '../../../text/shared/accounts-api.ts';
import * as breachNoticeText from '../../../text/shared/breach-notice.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as passkeysText from '../../../text/shared/passkeys.ts';
import * as googleText from '../../../text/web/google.ts';
import * as identityCheckText from '../../../text/web/identity-check.ts';
import * as openSessionsText from '../../../text/web/open-sessions.ts';
import * as secondFactorText from '../../../text/web/second-factor.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, readSession } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as securityPage from './page.tsx';

const at = '2026-11-01T09:00:00.000Z';
const here = { id: 1, device: 'Chrome on Android', current: true, began_at: at, last_used_at: at };
const there = { id: 2, device: 'Chrome on Linux', current: false, began_at: at, last_used_at: at };
const methods: SignInMethods = {
	password: true,
	google: { available: false, linked: null },
	second_factor: { on: false, recovery_codes_left: 0 },
};
const password = page.getByLabelText(identityCheckText.yourPassword, { exact: true });
const code = page.getByLabelText(identityCheckText.code, { exact: true });
const rows = () => page.getByRole('listitem').elements().length;

async function open(handlers: Handlers = {}) {
	logIn();
	const api = fakeApi({
		getSignInMethods: () => methods,
		listSessions: () => ({ items: [here, there] }),
		listPasskeys: () => ({ items: [] }),
		listMyBreachNotices: () => ({ items: [] }),
		...handlers,
	});
	const rendered = await renderRoute('/dashboard/security', securityPage, { api });
	await expect.element(page.getByText(here.device)).toBeVisible();
	return { api, ...rendered };
}

test('shows what the operator wrote about a breach, because its notification leads here', async () => {
	const text = 'A laptop with your email address was stolen.\nChoose a new password.';
	await open({ listMyBreachNotices: () => ({ items: [{ id: 1, text, created_at: at }] }) });
	const list = page.getByRole('list', { name: breachNoticeText.title });
	await expect.element(list.getByText(/Choose a new password\./)).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('logs out another device', async () => {
	const { api } = await open({ endSession: () => undefined });
	expect(await findViolations()).toEqual([]);
	await expect.element(page.getByRole('listitem').first().getByText('This device')).toBeVisible();
	expect(rows()).toBe(2);
	api.handle({ listSessions: () => ({ items: [here] }) });
	await page.getByRole('button', { name: openSessionsText.end(there.device) }).click();
	await expect.element(page.getByText(openSessionsText.ended(there.device))).toBeVisible();
	await expect.poll(rows).toBe(1);
	expect(api.calls('endSession').map(({ params }) => params.id)).toEqual(['2']);
});

test("logs out every device after a confirmation, this one after the server's response", async () => {
	const { api, address } = await open({ endSessions: throwNetworkError, logOut: () => undefined });
	const dialog = page.getByRole('dialog', { name: openSessionsText.endAllTitle });
	const endAll = page.getByRole('button', { name: openSessionsText.endAll });
	await endAll.click();
	await dialog.getByRole('button', { name: openSessionsText.endAll }).click();
	await expect.poll(() => api.calls('endSessions').length).toBe(1);
	await expect.element(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')).toBeVisible();
	expect(readSession()).not.toBeNull();

	api.handle({ endSessions: () => undefined });
	await endAll.click();
	await dialog.getByRole('button', { name: openSessionsText.endAll }).click();
	await expect.poll(address).toBe('/');
	expect(readSession()).toBeNull();
});

test('sets up a second factor with the password and a code, and shows the recovery codes once', async () => {
	const codes = Array.from({ length: 10 }, (_, index) => `aaaa-000${index}`);
	const { api } = await open({
		beginSecondFactor: () => ({ secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Kasuwa?secret=JBSWY3DPEHPK3PXP' }),
		confirmSecondFactor: () =>
			makeProblemResponse(422, {
				code: 'invalid',
				message: accountsApiText.codeWrong,
				fields: { code: accountsApiText.codeWrong },
			}),
	});
	await page.getByRole('button', { name: secondFactorText.setUp }).click();
	await password.fill('a market of our own');
	await page.getByRole('button', { name: commonText.continueOn }).click();
	await expect.element(page.getByRole('img', { name: secondFactorText.qrCode })).toBeVisible();
	await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await code.fill('000000');
	const turnOn = page.getByRole('button', { name: secondFactorText.turnOn });
	await turnOn.click();
	await expect.element(page.getByText(accountsApiText.codeWrong)).toBeVisible();

	api.handle({
		confirmSecondFactor: () => ({ recovery_codes: codes }),
		getSignInMethods: () => ({ ...methods, second_factor: { on: true, recovery_codes_left: 10 } }),
	});
	await code.fill('123456');
	await turnOn.click();
	const recoveryCodes = page.getByRole('region', { name: secondFactorText.saveCodes });
	await expect
		.poll(() =>
			recoveryCodes
				.getByRole('listitem')
				.elements()
				.map(({ textContent }) => textContent),
		)
		.toEqual(codes);
	const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	await recoveryCodes.getByRole('button', { name: commonText.copy }).click();
	expect(copied).toHaveBeenCalledWith(codes.join('\n'));
	await recoveryCodes.getByRole('button', { name: secondFactorText.codesSaved }).click();
	await expect.element(recoveryCodes).not.toBeInTheDocument();
	await expect.element(page.getByText(secondFactorText.onHint(10))).toBeVisible();
});

test('turns off a second factor with the password and a code', async () => {
	const { api } = await open({
		getSignInMethods: () => ({ ...methods, second_factor: { on: true, recovery_codes_left: 9 } }),
		endSecondFactor: () => undefined,
	});
	await page.getByRole('button', { name: secondFactorText.turnOff }).click();
	await password.fill('a market of our own');
	await code.fill('123456');
	api.handle({ getSignInMethods: () => methods });
	await page.getByRole('button', { name: secondFactorText.turnOffSubmit }).click();
	await expect.element(page.getByText(secondFactorText.turnedOff)).toBeVisible();
	await expect.element(page.getByText(secondFactorText.offHint)).toBeVisible();
	expect(api.calls('endSecondFactor').map(({ body }) => body)).toEqual([
		{ password: 'a market of our own', code: '123456' },
	]);
});

test('unlinks a Google account with the password', async () => {
	const linked = { ...methods, google: { available: true, linked: { email: 'ada@gmail.example', linked_at: at } } };
	const { api } = await open({ getSignInMethods: () => linked, unlinkGoogle: () => undefined });
	await expect.element(page.getByText('ada@gmail.example')).toBeVisible();
	await page.getByRole('button', { name: googleText.unlink, exact: true }).click();
	await password.fill('blue kettle on sunday');
	api.handle({ getSignInMethods: () => ({ ...methods, google: { available: true, linked: null } }) });
	await page.getByRole('button', { name: googleText.unlinkSubmit }).click();
	await expect.element(page.getByText(googleText.unlinked)).toBeVisible();
	await expect.element(page.getByRole('button', { name: googleText.link, exact: true })).toBeVisible();
	expect(api.calls('unlinkGoogle').map(({ body }) => body)).toEqual([{ password: 'blue kettle on sunday' }]);
});

const phone = { id: 7, name: 'My phone', created_at: at, last_used_at: null };
const passkeyForm = { name: page.getByLabelText(passkeysText.name, { exact: true }) };
const creationOptions = {
	challenge: 'AAAA',
	rp: { id: 'localhost', name: 'Kasuwa' },
	user: { id: 'AAAA', name: 'ada@example.com', displayName: 'Ada' },
	pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
	timeout: 300_000,
	excludeCredentials: [],
	authenticatorSelection: {
		residentKey: 'required' as const,
		requireResidentKey: true as const,
		userVerification: 'required' as const,
	},
	attestation: 'none' as const,
};

test('says that the device did not make a passkey, and keeps the form', async () => {
	vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('cancelled', 'NotAllowedError'));
	const { api } = await open({ beginPasskey: () => creationOptions });
	await page.getByRole('button', { name: passkeysText.add }).click();
	await passkeyForm.name.fill('My phone');
	await password.fill('blue kettle on sunday');
	await page.getByRole('button', { name: passkeysText.add }).click();
	await expect.element(page.getByText(passkeysText.notDone)).toBeVisible();
	await expect.element(passkeyForm.name).toHaveValue('My phone');
	expect(await findViolations()).toEqual([]);
	// A second try asks for no new code, because a code works once.
	await page.getByRole('button', { name: passkeysText.add }).click();
	await expect.element(page.getByText(passkeysText.notDone)).toBeVisible();
	await vi.waitFor(() => expect(navigator.credentials.create).toHaveBeenCalledTimes(2));
	expect(api.calls('beginPasskey').map(({ body }) => body)).toEqual([{ password: 'blue kettle on sunday' }]);
	expect(api.calls('addPasskey')).toEqual([]);
	await page.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(page.getByRole('button', { name: passkeysText.add })).toHaveFocus();
});

test('renames a passkey, and removes it with the password', async () => {
	const { api } = await open({
		listPasskeys: () => ({ items: [phone] }),
		renamePasskey: () => ({ ...phone, name: 'Old phone' }),
		removePasskey: () => undefined,
	});
	await page.getByRole('button', { name: passkeysText.renameNamed('My phone') }).click();
	await expect.element(passkeyForm.name).toHaveFocus();
	await passkeyForm.name.fill('Old phone');
	api.handle({ listPasskeys: () => ({ items: [{ ...phone, name: 'Old phone' }] }) });
	await page.getByRole('button', { name: passkeysText.rename, exact: true }).click();
	await expect.element(page.getByRole('button', { name: passkeysText.renameNamed('Old phone') })).toHaveFocus();
	await page.getByRole('button', { name: passkeysText.removeNamed('Old phone') }).click();
	await expect.element(page.getByText(passkeysText.removeHint('Old phone'))).toBeVisible();
	await password.fill('blue kettle on sunday');
	api.handle({ listPasskeys: () => ({ items: [] }) });
	await page.getByRole('button', { name: passkeysText.removeSubmit }).click();
	await expect.element(page.getByText(passkeysText.removed('Old phone'))).toBeVisible();
	await expect.element(page.getByText(passkeysText.neverUsed)).not.toBeInTheDocument();
	await expect.element(page.getByRole('heading', { name: passkeysText.title })).toHaveFocus();
	expect(api.calls('removePasskey').map(({ body }) => body)).toEqual([{ password: 'blue kettle on sunday' }]);
});

test('says that a browser without passkeys cannot make one', async () => {
	onTestFinished(() => void vi.unstubAllGlobals());
	vi.stubGlobal('PublicKeyCredential', undefined);
	await open();
	await expect.element(page.getByText(passkeysText.unsupported)).toBeVisible();
	await expect.element(page.getByRole('button', { name: passkeysText.add })).not.toBeInTheDocument();
});
