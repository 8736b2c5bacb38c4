import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type {
	DocumentPicture,
	Verification,
	VerificationRequest,
} from '../../../contract/verification/verification.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as mediaText from '../../../text/web/media.ts';
import * as profileText from '../../../text/web/profile.ts';
import * as verificationText from '../../../text/web/verification.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { getFormFile, interceptForms, makePhoto } from '../../testing/files.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as verificationPage from './page.tsx';

const businessName = page.getByRole('textbox', { name: new RegExp(`^${verificationText.businessName}`) });
const document = page.getByRole('combobox', { name: verificationText.document });
const send = page.getByRole('button', { name: verificationText.sendRequest });
const choose = page.getByLabelText(/^Choose (a|another) photo/);
const pictures = page.getByRole('list', { name: verificationText.photos });

const makeBusiness = (overrides: Partial<Verification['business']> = {}): Verification => ({
	phone: { available: false, number: null, verified_at: null, code: null },
	business: { name: null, verified_at: null, request: null, documents: [], ...overrides },
});
const request: VerificationRequest = {
	id: 3,
	business_name: 'Ada Lamps Ltd',
	document: 'cac_certificate',
	state: 'pending',
	reason: null,
	created_at: '2026-11-22T09:00:00.000Z',
	decided_at: null,
};
const rejected: VerificationRequest = { ...request, state: 'rejected', reason: 'The photo is too dark.' };

async function makePicture(id: number): Promise<DocumentPicture> {
	const url = URL.createObjectURL(await makePhoto('blue'));
	return { id, url, created_at: `2026-11-22T09:0${id}:00.000Z` };
}

async function open(status: Verification, handlers: Handlers = {}) {
	logIn();
	const api = fakeApi({ getVerification: () => status, ...handlers });
	await renderRoute('/dashboard/verification', verificationPage, { api });
	await expect.element(page.getByRole('heading', { name: verificationText.businessTitle })).toBeVisible();
	return api;
}

test('sends a request with photos of the document', async () => {
	const picture = await makePicture(1);
	const forms = interceptForms(async (_, form) =>
		getFormFile(form).name === 'dark.png'
			? Response.json({ code: 'conflict', message: 'Not now' }, { status: 409 })
			: Response.json(makeBusiness({ documents: [picture] })),
	);
	const api = await open(makeBusiness(), {
		requestBusinessVerification: () => makeBusiness({ request, documents: [picture] }),
	});
	expect(await findViolations()).toEqual([]);
	await businessName.fill('Ada Lamps Ltd');
	await send.click();
	await expect.element(page.getByText(verificationText.photosMissing)).toBeVisible();
	await expect.element(document).toHaveAccessibleDescription(validationText.documentMissing);
	await expect.element(document).toHaveFocus();
	await document.selectOptions(verificationText.documents.cac_certificate);
	await send.click();
	await expect.element(choose).toHaveFocus();
	await userEvent.upload(choose, new File(['%PDF-1.7'], 'cac.pdf', { type: 'application/pdf' }));
	await expect.element(page.getByText(mediaText.notAPicture('cac.pdf'))).toBeVisible();
	await userEvent.upload(choose, await makePhoto('black', { name: 'dark.png' }));
	await expect.element(page.getByText('Not now')).toBeVisible();
	await userEvent.upload(choose, await makePhoto('blue'));
	await expect.element(pictures.getByRole('img')).toBeVisible();
	await expect.element(page.getByText('Not now')).not.toBeInTheDocument();
	expect(forms.map((form) => getFormFile(form).name)).toEqual(['dark.png', 'blue.png']);
	expect(await findViolations()).toEqual([]);
	await send.click();
	await expect.element(page.getByText(verificationText.pendingTitle)).toBeVisible();
	expect(api.calls('requestBusinessVerification').map(({ body }) => body)).toEqual([
		{ business_name: 'Ada Lamps Ltd', document: 'cac_certificate' },
	]);
});

test('removes a photo before it is sent', async () => {
	const [first, second] = [await makePicture(1), await makePicture(2)];
	const api = await open(makeBusiness({ documents: [first, second] }), {
		removeBusinessDocument: () => makeBusiness({ documents: [first] }),
	});
	await page.getByRole('button', { name: verificationText.removePhoto(2) }).click();
	await expect.element(page.getByRole('button', { name: verificationText.removePhoto(2) })).not.toBeInTheDocument();
	await expect.element(choose).toHaveFocus();
	expect(api.calls('removeBusinessDocument').map(({ params }) => params)).toEqual([{ id: '2' }]);
});

test('withdraws a pending request after a confirmation', async () => {
	const api = await open(makeBusiness({ request, documents: [await makePicture(1)] }), {
		withdrawBusinessVerification: () => makeBusiness({ request: { ...request, state: 'withdrawn' } }),
	});
	await expect.element(page.getByText(verificationText.pendingTitle)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	const withdraw = page.getByRole('button', { name: verificationText.withdraw });
	await withdraw.click();
	await page.getByRole('button', { name: verificationText.keepRequest }).click();
	expect(api.calls('withdrawBusinessVerification')).toEqual([]);
	await withdraw.click();
	await page.getByRole('dialog').getByRole('button', { name: verificationText.withdraw }).click();
	await expect.element(page.getByText(verificationText.withdrawn)).toBeVisible();
	await expect.element(businessName).toHaveValue('Ada Lamps Ltd');
});

test('shows why a request was rejected and lets the owner ask again', async () => {
	await open(makeBusiness({ request: rejected }));
	await expect.element(page.getByText('The photo is too dark.')).toBeVisible();
	await expect.element(businessName).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('button', { name: verificationText.askAgain }).click();
	await expect.element(businessName).toHaveValue('Ada Lamps Ltd');
	await expect.element(page.getByText('The photo is too dark.')).toBeVisible();
});

test('shows the verified name, and why another request was rejected', async () => {
	const business = { name: 'Ada Lamps Ltd', verified_at: '2026-11-20T09:00:00.000Z', request: rejected };
	await open(makeBusiness(business));
	await expect.element(page.getByText(verificationText.businessVerified)).toBeVisible();
	await expect.element(page.getByText(profileText.registeredAs('Ada Lamps Ltd'))).toBeVisible();
	await expect.element(page.getByText('The photo is too dark.')).toBeVisible();
	await page.getByRole('button', { name: verificationText.otherBusiness }).click();
	await expect.element(businessName).toBeVisible();
});

test('shows a failure to load, and loads on retry', async () => {
	logIn();
	const api = fakeApi({ getVerification: () => makeProblemResponse(403, { code: 'forbidden', message: 'No' }) });
	await renderRoute('/dashboard/verification', verificationPage, { api });
	await expect.element(page.getByRole('alert').getByText(verificationText.loadFailed)).toBeVisible();
	api.handle({ getVerification: () => makeBusiness() });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(businessName).toBeVisible();
});
