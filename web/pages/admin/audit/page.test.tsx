import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AuditEntry } from '../../../../contract/moderation/moderation.ts';
import * as commonText from '../../../../text/shared/common.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminAuditText from '../../../../text/web/admin-audit.ts';
import { findViolations } from '../../../testing/accessibility.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { makeDecision } from '../../../testing/moderation.ts';
import { renderRoute } from '../../../testing/render.tsx';
import * as auditPage from './page.tsx';

const path = '/dashboard/admin/audit';
const at = '2026-11-01T09:00:00.000Z';
const newEntry = (id: number, differences: Partial<AuditEntry>): AuditEntry => ({
	id,
	user_name: 'boss',
	action: 'moderation.hide',
	target: { kind: 'ad', id: 5 },
	reason: '',
	at,
	...differences,
});
const hidden = newEntry(1, { reason: 'You ask for the money first.' });
const lifted = newEntry(2, { action: 'moderation.lift', reason: 'We have seen the shop.' });
const upheld = newEntry(3, { action: 'moderation.uphold', target: { kind: 'decision', id: 4 } });

/** Opens the audit page. The fake server filters the log by action prefix and by user name. */
async function open(entries: AuditEntry[]) {
	const api = fakeApi({
		listAudit: ({ query }) => ({
			items: entries.filter(
				({ action, user_name }) =>
					action.startsWith(query.action ?? '') && user_name === (query.user_name ?? user_name),
			),
			next_cursor: null,
		}),
	});
	return { api, ...(await renderRoute(path, auditPage, { api, url: path })) };
}

test('filters the log by action and by user, and keeps the filter in the address', async () => {
	const { address } = await open([hidden, lifted]);
	await expect.element(page.getByText(hidden.reason)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('searchbox', { name: adminAuditText.searchAction }).fill('moderation.li');
	await expect.poll(address).toBe(`${path}?action=moderation.li`);
	await expect.element(page.getByText(hidden.reason)).not.toBeInTheDocument();
	await expect.element(page.getByText(lifted.reason)).toBeVisible();
	await page.getByRole('searchbox', { name: commonText.userName }).fill('nobody');
	await expect.poll(address).toBe(`${path}?action=moderation.li&user_name=nobody`);
	await expect.element(page.getByRole('heading', { name: adminText.nothingFound })).toBeVisible();
});

test('shows an entry of the command line without a link to a profile', async () => {
	await open([newEntry(5, { user_name: null, action: 'account.promote' })]);
	await expect.element(page.getByText(adminAuditText.commandLine)).toBeVisible();
	await expect.element(page.getByRole('link', { name: '@' })).not.toBeInTheDocument();
});

test('lifts an upheld decision with a reason', async () => {
	const { api } = await open([upheld]);
	await page.getByRole('button', { name: adminAuditText.undoDecision(4) }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabelText(adminText.why).fill('We looked once more.');
	expect(await findViolations()).toEqual([]);
	api.handle({
		liftDecision: () => makeDecision(4, { lifted_at: at }),
		listAudit: () => ({ items: [lifted], next_cursor: null }),
	});
	await dialog.getByRole('button', { name: adminText.undoDecision }).click();
	await expect.element(page.getByText(adminText.decisionUndone)).toBeVisible();
	await expect.element(page.getByText('moderation.lift')).toBeVisible();
	expect(api.calls('liftDecision').map(({ params, body }) => [params.id, body])).toEqual([
		['4', { reason: 'We looked once more.' }],
	]);
});
