import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type {
	VerificationRequestDetail,
	VerificationRequestListItem,
} from '../../../../contract/verification/verification.ts';
import * as verificationApiText from '../../../../text/server/verification-api.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminVerificationsText from '../../../../text/web/admin-verifications.ts';
import * as badgesText from '../../../../text/web/badges.ts';
import { findViolations } from '../../../testing/accessibility.ts';
import { logIn } from '../../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../../testing/fake-api.ts';
import { makePhoto } from '../../../testing/files.ts';
import { renderRoute } from '../../../testing/render.tsx';
import * as verificationsPage from './page.tsx';

const makeRequest = (overrides: Partial<VerificationRequestListItem> = {}): VerificationRequestListItem => ({
	id: 3,
	business_name: 'Ada Lamps Ltd',
	document: 'cac_certificate',
	state: 'pending',
	reason: null,
	created_at: '2026-11-22T09:00:00.000Z',
	decided_at: null,
	account: {
		id: 7,
		user_name: 'ada_obi',
		display_name: 'Ada Obi',
		user_image: null,
		verified: ['phone'],
		created_at: '2026-01-10T09:00:00.000Z',
	},
	documents: 1,
	...overrides,
});

async function makeDetail(request: VerificationRequestListItem): Promise<VerificationRequestDetail> {
	const url = URL.createObjectURL(await makePhoto('blue'));
	const pictures = request.state === 'pending' ? [{ id: 1, url, created_at: request.created_at }] : [];
	const { account: _, documents: __, ...other } = makeRequest({ id: 2, state: 'rejected', reason: 'Too dark.' });
	return { ...request, pictures, others: [other] };
}

const requests = [makeRequest(), makeRequest({ id: 4, business_name: 'Bola Fans' })];
const card = (name: string) => page.getByRole('article', { name });
const reason = page.getByRole('textbox', { name: adminText.why });

async function open(items: VerificationRequestListItem[], handlers: Handlers = {}, search = '') {
	logIn({ role: 'admin' });
	const api = fakeApi({
		listVerificationRequests: () => ({ items, next_cursor: null, pending: items.length }),
		getVerificationRequest: ({ params }) =>
			makeDetail(items.find(({ id }) => String(id) === params.id) ?? makeRequest()),
		...handlers,
	});
	const path = '/dashboard/admin/verifications';
	await renderRoute(path, verificationsPage, { api, url: `${path}${search}` });
	return api;
}

test('accepts a request after a look at its photos, with a reason and a confirmation', async () => {
	const api = await open(requests, {
		decideVerificationRequest: async () => makeDetail(makeRequest({ state: 'accepted' })),
	});
	const ada = card('Ada Lamps Ltd');
	await expect.element(ada.getByText(badgesText.verifiedKinds.phone)).toBeVisible();
	// The pictures load only when an administrator wants to see them.
	expect(api.calls('getVerificationRequest')).toEqual([]);
	await ada.getByRole('button', { name: adminVerificationsText.showPhotos }).click();
	await expect.element(ada.getByRole('img', { name: /photo 1$/ })).toBeVisible();
	await expect.element(ada.getByText('Too dark.')).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await ada.getByRole('button', { name: adminVerificationsText.decisions.accept, exact: true }).click();
	const submit = ada.getByRole('button', { name: adminVerificationsText.actions.accept });
	await submit.click();
	await expect.element(page.getByText(adminText.reasonMissing)).toBeVisible();
	await reason.fill(' RC 123456 is in the register. ');
	await submit.click();
	expect(api.calls('decideVerificationRequest')).toEqual([]);
	api.handle({ listVerificationRequests: () => ({ items: requests.slice(1), next_cursor: null, pending: 1 }) });
	await page.getByRole('dialog').getByRole('button', { name: adminVerificationsText.actions.accept }).click();
	await expect.element(page.getByText(adminVerificationsText.decided.accept, { exact: true })).toBeVisible();
	expect(api.calls('decideVerificationRequest').map(({ params, body }) => [params, body])).toEqual([
		[{ id: '3' }, { decision: 'accept', reason: 'RC 123456 is in the register.' }],
	]);
	await expect.element(ada).not.toBeInTheDocument();
	await expect.element(card('Bola Fans')).toHaveFocus();
});

test('keeps the reason if the decision fails, and closes a request that was decided elsewhere', async () => {
	const api = await open(requests, {
		decideVerificationRequest: () => makeProblemResponse(503, { code: 'unavailable', message: 'Too busy' }),
	});
	const ada = card('Ada Lamps Ltd');
	await ada.getByRole('button', { name: adminVerificationsText.showPhotos }).click();
	await ada.getByRole('button', { name: adminVerificationsText.decisions.reject, exact: true }).click();
	await reason.fill('The photo is too dark.');
	const submit = ada.getByRole('button', { name: adminVerificationsText.actions.reject });
	await submit.click();
	await expect.element(page.getByText('Too busy')).toBeVisible();
	await expect.element(reason).toHaveValue('The photo is too dark.');
	api.handle({
		decideVerificationRequest: () =>
			makeProblemResponse(409, { code: 'conflict', message: verificationApiText.alreadyDecided }),
		listVerificationRequests: () => ({ items: requests.slice(1), next_cursor: null, pending: 1 }),
	});
	await submit.click();
	await expect.element(page.getByText(verificationApiText.alreadyDecided)).toBeVisible();
	await expect.element(ada).not.toBeInTheDocument();
});

test('revokes an accepted request, whose photos are deleted', async () => {
	const accepted = makeRequest({ state: 'accepted', documents: 0, reason: 'It is fine.' });
	const api = await open([accepted], { decideVerificationRequest: () => makeDetail(accepted) }, '?state=accepted');
	await page.getByRole('button', { name: adminVerificationsText.revokeStart }).click();
	await expect.element(page.getByText(adminVerificationsText.photosDeleted)).toBeVisible();
	await page.getByRole('group').getByRole('button', { name: adminVerificationsText.decisions.revoke }).click();
	await reason.fill('It is closed.');
	await page.getByRole('button', { name: adminVerificationsText.actions.revoke }).click();
	await expect.element(page.getByText(adminVerificationsText.decided.revoke)).toBeVisible();
	expect(api.calls('listVerificationRequests')[0]?.query).toEqual({ state: 'accepted' });
});

test('shows that nothing is pending', async () => {
	await open([]);
	await expect.element(page.getByText(adminVerificationsText.listText.emptyTitle)).toBeVisible();
	expect(await findViolations()).toEqual([]);
});
