import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import * as commonText from '../../../../text/shared/common.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminEnrollmentsText from '../../../../text/web/admin-enrollments.ts';
import * as enrollmentsText from '../../../../text/web/enrollments.ts';
import { findViolations } from '../../../testing/accessibility.ts';
import { makeEnrollmentRow } from '../../../testing/enrollments.ts';
import { type FakeApi, fakeApi, throwNetworkError } from '../../../testing/fake-api.ts';
import { renderRoute } from '../../../testing/render.tsx';
import * as enrollmentsPage from './page.tsx';

const path = '/dashboard/admin/enrollments';
const waiting = makeEnrollmentRow(1);
const cancelled = makeEnrollmentRow(2, { state: 'cancelled', has_proof: true });
const link = ({ name }: { name: string }) => page.getByRole('link', { name, exact: true });

function server(): FakeApi {
	return fakeApi({
		listEnrollments: ({ query }) => ({
			items: [waiting, cancelled].filter(
				({ state, course_id }) => state === (query.state ?? state) && course_id === (query.course ?? course_id),
			),
			next_cursor: null,
			counts: { awaiting_payment: 1, cancelled: 1 } as never,
		}),
	});
}

async function open(api = server(), search = '') {
	return { api, ...(await renderRoute(path, enrollmentsPage, { api, url: `${path}${search}` })) };
}

test('filters the list and keeps the filter in the address', async () => {
	const { address } = await open();
	await expect.element(link(waiting)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: /^Cancelled/ }).click();
	await expect.poll(address).toBe(`${path}?state=cancelled`);
	await expect.element(link(waiting)).not.toBeInTheDocument();
	await expect.element(link(cancelled)).toBeVisible();

	await cleanup();
	const again = await open(server(), '?state=cancelled');
	await expect.element(link(cancelled)).toBeVisible();
	expect(again.api.calls('listEnrollments')[0]?.query).toEqual({ state: 'cancelled' });
	await page.getByLabelText(commonText.course, { exact: true }).selectOptions('Laravel: The Complete Course');
	await expect.element(page.getByText(adminText.nothingFound)).toBeVisible();
	await expect.poll(again.address).toBe(`${path}?state=cancelled&course=laravel-complete-course`);
	await page.getByRole('link', { name: adminEnrollmentsText.seeAll }).click();
	await expect.element(link(waiting)).toBeVisible();
	await expect.poll(again.address).toBe(path);
});

test('searches shortly after the last keystroke, and keeps the input', async () => {
	const { api, address } = await open();
	const search = page.getByRole('searchbox', { name: commonText.search });
	await search.click();
	await userEvent.keyboard('KSW-1');
	await expect.poll(address).toBe(`${path}?q=KSW-1`);
	await expect.poll(() => api.calls('listEnrollments').at(-1)?.query).toEqual({ q: 'KSW-1' });
	await expect.element(search).toHaveValue('KSW-1');
});

test('exports the filtered list as CSV', async () => {
	const { api } = await open(server(), '?state=awaiting_payment');
	api.handle({ exportEnrollments: () => ({ file_name: 'enrollments.csv', csv: `name\n${waiting.name}` }) });
	const files: Blob[] = [];
	vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
		files.push(file as Blob);
		return 'blob:a-file';
	});
	const names: string[] = [];
	vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
		names.push(`${this.href} ${this.download}`);
	});
	await page.getByRole('button', { name: adminEnrollmentsText.exportCsv }).click();
	await expect.poll(() => names).toEqual(['blob:a-file enrollments.csv']);
	expect(await files[0]?.text()).toBe(`name\n${waiting.name}`);
	expect(api.calls('exportEnrollments')[0]?.query).toEqual({ state: 'awaiting_payment' });
});

test('shows a failed list, and loads it on retry', async () => {
	const api = fakeApi({ listEnrollments: throwNetworkError });
	await open(api);
	await expect.element(page.getByText(adminEnrollmentsText.listText.loadFailed)).toBeVisible();
	api.handle({ listEnrollments: () => ({ items: [], next_cursor: null, counts: {} as never }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(page.getByText(adminEnrollmentsText.listText.emptyTitle)).toBeVisible();
});

test('renders a table on wide screens, with rows that open by keyboard', async () => {
	await page.viewport(1280, 800);
	onTestFinished(() => page.viewport(360, 740));
	const { address } = await open();
	const row = page.getByRole('row').filter({ hasText: cancelled.email });
	await expect.element(row.getByText(enrollmentsText.proof)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	(link(cancelled).element() as HTMLElement).focus();
	await userEvent.keyboard('{Enter}');
	await expect.poll(address).toBe(`${path}/2`);
});
