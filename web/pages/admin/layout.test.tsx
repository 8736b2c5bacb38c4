import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as commonText from '../../../text/shared/common.ts';
import * as adminText from '../../../text/web/admin.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import { makeWaiting } from '../../testing/waiting.ts';
import AdminLayout from './layout.tsx';

const path = '/dashboard/admin/enrollments';
const tabs = page.getByRole('navigation', { name: commonText.administration });

test('hides the admin pages from other users without a request', async () => {
	logIn();
	const { address } = await renderRoute(path, { default: AdminLayout });
	await expect.element(page.getByRole('heading', { level: 1, name: adminText.closedTitle })).toBeVisible();
	await expect.element(tabs).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: adminText.goToDashboard }).click();
	await expect.poll(address).toBe('/dashboard');
});

test('shows what waits on the tabs, and warns about a missing WhatsApp number', async () => {
	logIn({ role: 'admin' });
	const api = fakeApi({
		getWaiting: () =>
			makeWaiting({ proofs: 2, requests: 1, payments: 1, reports: 2, verifications: 100, failed_jobs: 3 }),
		getContact: () => ({ email: null, phone: null, whatsapp: null, address: null }),
	});
	await renderRoute(path, { default: AdminLayout }, { api });
	await expect.element(tabs.getByRole('link', { name: 'Reports 2 waiting' })).toBeVisible();
	await expect.element(tabs.getByRole('link', { name: 'Verifications 99+ waiting' })).toBeVisible();
	await expect.element(tabs.getByRole('link', { name: 'Enrollments 4 waiting' })).toBeVisible();
	await expect.element(tabs.getByRole('link', { name: 'Overview 3 waiting' })).toBeVisible();
	await expect.element(page.getByText('WHATSAPP_NUMBER')).toBeVisible();
});
