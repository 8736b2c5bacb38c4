import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as claimRequestText from '../../text/web/claim-request.ts';
import { findViolations } from '../testing/accessibility.ts';
import { logIn, makeMe } from '../testing/browser-state.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { renderRoute } from '../testing/render.tsx';
import { ClaimRequests } from './claim-requests.tsx';

const request = {
	id: '1.a-key',
	course_title: 'Web Hacking',
	name: 'A Stranger',
	state: 'awaiting_payment' as const,
	declined: false,
	created_at: '2026-11-22T09:00:00.000Z',
};

async function open() {
	logIn();
	const session = makeMe({ display_name: 'Ada Obi' });
	let items = [request];
	const api = fakeApi({
		listUnclaimedEnrollments: () => ({ items }),
		claimEnrollment: () => {
			items = [];
		},
	});
	await renderRoute('/', { default: () => <ClaimRequests session={session} /> }, { api });
	await expect.element(page.getByRole('group', { name: claimRequestText.title })).toBeVisible();
	return api;
}

test("adds a request under the reader's own name, not the stranger's", async () => {
	const api = await open();
	expect(await findViolations()).toEqual([]);
	await expect.element(page.getByText(claimRequestText.sent('A Stranger', 'Web Hacking'))).toBeVisible();
	await expect.element(page.getByLabelText(claimRequestText.name)).toHaveValue('Ada Obi');
	await page.getByRole('button', { name: claimRequestText.mine }).click();
	await expect.element(page.getByRole('group')).not.toBeInTheDocument();
	expect(api.calls('claimEnrollment').map(({ body }) => body)).toEqual([{ name: 'Ada Obi' }]);
});

test('declines a request', async () => {
	const api = await open();
	await page.getByRole('button', { name: claimRequestText.notMine }).click();
	expect(api.calls('claimEnrollment')).toEqual([]);
	await page.getByRole('dialog').getByRole('button', { name: claimRequestText.notMine }).click();
	await expect.element(page.getByRole('group')).not.toBeInTheDocument();
	expect(api.calls('claimEnrollment').map(({ body }) => body)).toEqual([{ name: null }]);
});
