import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defaultBrand } from '../../../contract/market-settings/brand.ts';
import * as termsText from '../../../text/web/terms.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as privacyPage from '../privacy/page.tsx';
import * as termsPage from './page.tsx';

const noContact = { email: null, phone: null, whatsapp: null, address: null };

function makeApi(handlers: Handlers = {}) {
	return fakeApi({
		getLegalDocument: () => ({ text: null, changed_at: null }),
		getContact: () => noContact,
		...handlers,
	});
}

test('shows the built-in terms, without contact data if none is set', async () => {
	await renderRoute('/termsAndCondition', termsPage, { api: makeApi() });
	await expect.element(page.getByText(termsText.summary(defaultBrand.name))).toBeVisible();
	await expect.element(page.getByText(termsText.lastChanged(termsText.changed))).toBeVisible();
	await expect.element(page.getByRole('heading', { name: termsText.contactTitle })).not.toBeInTheDocument();
});

test("shows the operator's own text without its HTML, and the contact data", async () => {
	const text = '# Our rules\n\n<img src="x" id="injected" onerror="alert(1)"> [bad](javascript:alert(1))';
	const api = makeApi({
		getLegalDocument: () => ({ text, changed_at: '2026-11-20T12:00:00.000Z' }),
		getContact: () => ({
			email: 'help@market.example',
			phone: '2348031234567',
			whatsapp: '2348031234568',
			address: '1 Market Road\nKano',
		}),
	});
	await renderRoute('/privacy', privacyPage, { api });
	await expect.element(page.getByRole('heading', { level: 2, name: 'Our rules' })).toBeVisible();
	await expect.element(page.getByText(termsText.lastChanged('20 Nov 2026'))).toBeVisible();
	expect(document.getElementById('injected')).toBeNull();
	expect(document.querySelector('a[href^="javascript:"]')).toBeNull();
	await expect
		.element(page.getByRole('link', { name: 'help@market.example' }))
		.toHaveAttribute('href', 'mailto:help@market.example');
	await expect.element(page.getByRole('link', { name: '0803 123 4567' })).toHaveAttribute('href', 'tel:+2348031234567');
	await expect
		.element(page.getByRole('link', { name: '0803 123 4568' }))
		.toHaveAttribute('href', 'https://wa.me/2348031234568');
	expect(api.calls('getLegalDocument')[0]?.params).toEqual({ document: 'privacy' });
	expect(await findViolations()).toEqual([]);
});

test('shows an error instead of terms that may not be in use', async () => {
	const api = makeApi({
		getLegalDocument: () => makeProblemResponse(500, { code: 'internal', message: 'No' }),
	});
	await renderRoute('/termsAndCondition', termsPage, { api });
	await expect.element(page.getByText(termsText.loadFailed)).toBeVisible();
	await expect.element(page.getByText(termsText.summary(defaultBrand.name))).not.toBeInTheDocument();
});
