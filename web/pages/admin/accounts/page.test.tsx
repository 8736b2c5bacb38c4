import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { UserListItem } from '../../../../contract/operations/operations.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminAccountsText from '../../../../text/web/admin-accounts.ts';
import { findViolations } from '../../../testing/accessibility.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { makeDecision } from '../../../testing/moderation.ts';
import { renderRoute } from '../../../testing/render.tsx';
import * as accountsPage from './page.tsx';

const path = '/dashboard/admin/accounts';
const dialog = page.getByRole('dialog');

function newUserRow(id: number, userName: string, differences: Partial<UserListItem> = {}): UserListItem {
	return {
		id,
		user_name: userName,
		display_name: '',
		user_image: null,
		email: `${userName}@example.com`,
		email_verified: true,
		role: 'user',
		sample: false,
		created_at: '2026-11-01T09:00:00.000Z',
		seen_at: null,
		ads: 2,
		suspension: null,
		deletes_at: null,
		...differences,
	};
}

test('finds an account, suspends it with a reason, and lifts the suspension', async () => {
	let musa = newUserRow(12, 'musa');
	const boss = newUserRow(1, 'boss', { role: 'admin' });
	const api = fakeApi({
		listUsers: ({ query }) => ({
			items: [boss, musa].filter(({ email }) => email.includes(query.q ?? '')),
			next_cursor: null,
		}),
		suspendUser: () => {
			musa = newUserRow(12, 'musa', { suspension: { until: '2999-11-05T09:00:00.000Z', decision_id: 4 } });
			return makeDecision(4);
		},
		liftDecision: () => {
			musa = newUserRow(12, 'musa');
			return makeDecision(4);
		},
	});
	const { address } = await renderRoute(path, accountsPage, { api, url: path });
	await expect.element(page.getByText(boss.email)).toBeVisible();
	await expect
		.element(page.getByRole('button', { name: adminAccountsText.suspendAccount('boss') }))
		.not.toBeInTheDocument();
	await page.getByRole('searchbox', { name: adminAccountsText.search }).fill('musa@');
	await expect.poll(address).toBe(`${path}?q=musa%40`);
	await expect.element(page.getByText(boss.email)).not.toBeInTheDocument();

	await page.getByRole('button', { name: adminAccountsText.suspendAccount('musa') }).click();
	await dialog.getByLabelText(adminText.forHowLong).selectOptions(adminText.suspensions.month);
	const submit = dialog.getByRole('button', { name: adminText.suspendAccount });
	await submit.click();
	await expect.element(dialog.getByText(adminText.reasonMissing, { exact: true })).toBeVisible();
	await dialog.getByLabelText(adminText.why).fill('Asked for the money first.');
	expect(await findViolations()).toEqual([]);
	await submit.click();
	await expect.element(page.getByText(adminAccountsText.suspendDone('musa'))).toBeVisible();
	await expect.element(page.getByText(/^Suspended until/)).toBeVisible();
	expect(await findViolations()).toEqual([]);

	await page.getByRole('button', { name: adminAccountsText.restoreAccessOf('musa') }).click();
	await dialog.getByLabelText(adminText.why).fill('It was a misunderstanding.');
	await dialog.getByRole('button', { name: adminAccountsText.restoreAccess }).click();
	await expect.element(page.getByText(adminAccountsText.restoreAccessDone('musa'))).toBeVisible();
	await expect.element(page.getByText(/^Suspended until/)).not.toBeInTheDocument();
	expect(api.calls('suspendUser').map(({ params, body }) => [params.id, body])).toEqual([
		['12', { reason: 'Asked for the money first.', days: 30 }],
	]);
	expect(api.calls('liftDecision').map(({ params, body }) => [params.id, body])).toEqual([
		['4', { reason: 'It was a misunderstanding.' }],
	]);
});
