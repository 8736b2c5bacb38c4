import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpointAddresses } from '../../../contract/core/addresses.ts';
import { buildPath } from '../../../contract/core/client.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as claimRequestText from '../../../text/web/claim-request.ts';
import * as enrollmentText from '../../../text/web/enrollment.ts';
import * as errorsText from '../../../text/web/errors.ts';
import * as mediaText from '../../../text/web/media.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { makeEnrollment } from '../../testing/enrollments.ts';
import {
	fakeApi,
	type Handlers,
	makeDeferredHandler,
	makeProblemResponse,
	throwNetworkError,
} from '../../testing/fake-api.ts';
import { getFormFile, interceptForms, makePhoto } from '../../testing/files.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as enrollmentPage from './page.tsx';

const waiting = makeEnrollment();
const open = makeEnrollment({ state: 'active', payment: null });
const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const payNow = page.getByRole('button', { name: enrollmentText.pay(waiting.price) });

async function visit(handlers: Handlers, search = '') {
	const api = fakeApi({
		getEnrollment: () => waiting,
		getContact: () => ({ email: null, phone: null, whatsapp: null, address: null }),
		...handlers,
	});
	await renderRoute('/enrollment/:id', enrollmentPage, { api, url: `/enrollment/${waiting.id}${search}` });
	return api;
}

test('polls for a payment after the return from the payment page, and opens the course', async () => {
	const response = makeDeferredHandler<typeof open>();
	await visit({ checkPayment: response.handler }, '?trxref=one&reference=one');
	await expect.element(heading(enrollmentText.waitingTitle)).toBeVisible();
	await expect.element(payNow).not.toBeInTheDocument();
	response.resolve(open);
	await expect.element(heading(enrollmentText.openTitle)).toBeVisible();
	await expect.element(page.getByRole('link', { name: enrollmentText.signUp })).toBeVisible();
});

test('stops polling for a payment that does not arrive', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
	try {
		const api = await visit({ checkPayment: () => waiting }, '?trxref=unknown&reference=unknown');
		await expect.element(heading(enrollmentText.waitingTitle)).toBeVisible();
		// Each check begins after the response to the one before.
		await expect
			.poll(async () => {
				await vi.advanceTimersByTimeAsync(20_000);
				return heading(enrollmentText.paymentMissingTitle).query();
			})
			.not.toBeNull();
		await expect.element(page.getByText(enrollmentText.paymentMissingHint)).toBeVisible();
		await expect.element(payNow).toBeEnabled();
		const checkCount = api.calls('checkPayment').length;
		await vi.advanceTimersByTimeAsync(90_000);
		expect(api.calls('checkPayment')).toHaveLength(checkCount);
	} finally {
		vi.useRealTimers();
	}
	expect(await findViolations()).toEqual([]);
});

test('checks a payment again on retry after a failed check', async () => {
	const notFound = makeProblemResponse(404, { code: 'not_found', message: commonText.notHere });
	const api = await visit({ checkPayment: () => notFound.clone() }, '?reference=one');
	await expect.element(heading(enrollmentText.paymentMissingTitle)).toBeVisible();
	await expect.element(page.getByText(commonText.notHere)).toBeVisible();
	api.handle({ checkPayment: () => open });
	await page.getByRole('button', { name: enrollmentText.checkPayment }).click();
	await expect.element(heading(enrollmentText.openTitle)).toBeVisible();
});

test('shows that the payment page failed to open, and opens it on retry', async () => {
	const busy = 'The payment service does not answer. Try again in a moment.';
	const api = await visit({ payEnrollment: () => makeProblemResponse(503, { code: 'unavailable', message: busy }) });
	await payNow.click();
	await expect.element(page.getByRole('alert').filter({ hasText: busy })).toBeVisible();
	// The request stays pending, because a response would navigate away from the test page.
	api.handle({ payEnrollment: makeDeferredHandler<{ authorization_url: string }>().handler });
	await payNow.click();
	await expect.element(page.getByRole('button', { name: enrollmentText.openingPayment })).toBeVisible();
	await expect.element(page.getByText(busy)).not.toBeInTheDocument();
	expect(api.calls('payEnrollment')).toHaveLength(2);
});

test('lets the owner of the address add an open course that was declined before', async () => {
	const session = logIn();
	const { id, course_title, name, state, created_at } = open;
	const request = { id, course_title, name, state, created_at, declined: true };
	const response = makeDeferredHandler<{ items: (typeof request)[] }>();
	const api = await visit({
		getEnrollment: () => ({ ...open, joined: false }),
		listUnclaimedEnrollments: response.handler,
		claimEnrollment: () => {},
	});
	await expect.element(page.getByText(claimRequestText.loading)).toBeInTheDocument();
	await expect.element(heading(enrollmentText.otherAccountTitle)).not.toBeInTheDocument();
	response.resolve({ items: [{ ...request, id: 'another' }, request] });
	await page.getByRole('button', { name: claimRequestText.mine }).click();
	await vi.waitFor(() => expect(api.calls('claimEnrollment')).toMatchObject([{ params: { id } }]));
	expect(api.calls('claimEnrollment').map(({ body }) => body)).toEqual([{ name: session.display_name }]);
});

test('reports an unknown link, and keeps its address secret', async () => {
	await visit({ getEnrollment: () => makeProblemResponse(404, { code: 'not_found', message: commonText.notHere }) });
	await expect.element(page.getByRole('heading', { level: 1, name: commonText.linkUnknown })).toBeVisible();
	expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
	expect(document.querySelector('meta[name=referrer]')?.getAttribute('content')).toBe('no-referrer');
	expect(enrollmentPage.headers()).toEqual({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
	// Page view tracking must not send the address of this page.
	expect(enrollmentPage.handle.secret).toBe(true);
	expect(await findViolations()).toEqual([]);
});

test('reports a lost network, and reloads on retry', async () => {
	const api = await visit({ getEnrollment: throwNetworkError });
	await expect.element(page.getByRole('heading', { level: 1, name: enrollmentText.loadFailed })).toBeVisible();
	await expect.element(page.getByText(errorsText.noResponse)).toBeVisible();
	api.handle({ getEnrollment: () => waiting });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(payNow).toBeVisible();
});

test.for([
	['requested', enrollmentText.requestedTitle],
	['paid', enrollmentText.paidTitle],
	['cancelled', enrollmentText.cancelledTitle],
	['refunded', enrollmentText.refundedTitle],
] as const)('shows the next step of a request that is %s', async ([state, title]) => {
	await visit({ getEnrollment: () => makeEnrollment({ state, payment: null }) });
	await expect.element(heading(title)).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('copies the transfer details, and uploads pictures as proof', async () => {
	const bank = { details: 'First Bank\n3012345678\nKasuwa Ltd', reference: 'KSW-1' };
	let byTransfer = makeEnrollment({ payment: { online: false, bank, proofs: [] } });
	const received: string[] = [];
	interceptForms((address, form) => {
		received.push(`${address} ${getFormFile(form).name}`);
		if (received.length === 1) return Response.json({ code: 'unavailable', message: 'Too busy' }, { status: 503 });
		const proofs = [{ url: URL.createObjectURL(getFormFile(form)), at: waiting.created_at }];
		byTransfer = { ...byTransfer, payment: { online: false, bank, proofs } };
		return Response.json(byTransfer);
	});
	await visit({ getEnrollment: () => byTransfer });
	const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	await page.getByRole('button', { name: enrollmentText.transfer.account.copy }).click();
	await expect.element(page.getByText(enrollmentText.transfer.account.copied)).toBeVisible();
	await page.getByRole('button', { name: enrollmentText.transfer.reference.copy }).click();
	await expect.element(page.getByText(enrollmentText.transfer.reference.copied)).toBeVisible();
	expect(copied.mock.calls).toEqual([['3012345678'], ['KSW-1']]);

	const choose = page.getByLabelText(/^Choose (a|another) photo/);
	await userEvent.upload(choose, new File(['I have paid'], 'note.txt', { type: 'text/plain' }));
	await expect.element(page.getByText(mediaText.notAPicture('note.txt'))).toBeVisible();
	await userEvent.upload(choose, [await makePhoto('red'), await makePhoto('blue')]);
	await page.getByRole('button', { name: enrollmentText.removeProof('blue.png') }).click();
	expect(await findViolations()).toEqual([]);
	const send = page.getByRole('button', { name: enrollmentText.sendProofs(1) });
	await send.click();
	// A picture that the server rejected stays, to be sent again.
	await expect.element(page.getByText('Too busy')).toBeVisible();
	await send.click();
	await expect.element(page.getByText('We received your proof')).toBeVisible();
	await expect.element(page.getByRole('list', { name: enrollmentText.sentProofs }).getByRole('img')).toBeVisible();
	await expect.element(choose).toHaveFocus();
	const address = buildPath(endpointAddresses.sendProof, { params: { id: waiting.id } });
	expect(received).toEqual([`${address} red.png`, `${address} red.png`]);
});
