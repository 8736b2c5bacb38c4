import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Breach, LegalRequestListItem, ProcessingRecord } from '../../../../contract/data-protection.ts';
import * as breachesText from '../../../../contract/text/breaches.ts';
import * as dataProtectionText from '../../../../contract/text/data-protection.ts';
import { composeImpactAssessment } from '../../../../contract/text/impact-assessment.ts';
import * as legalRequestText from '../../../../contract/text/legal-request.ts';
import * as processingText from '../../../../contract/text/processing.ts';
import * as validationText from '../../../../contract/text/validation.ts';
import { findViolations } from '../../../testing/accessibility.ts';
import { logIn } from '../../../testing/browser-state.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { renderRoute } from '../../../testing/render.tsx';
import * as breachesPage from './breaches.tsx';
import * as requestsPage from './page.tsx';
import * as recordPage from './record.tsx';

const hour = 3_600_000;
const path = '/dashboard/admin/data-protection';
const toTime = (time: number) => new Date(time).toISOString();

const request: LegalRequestListItem = {
	id: 3,
	code: 'REQ-7QXM-2HPA-K9TD',
	kind: 'erasure',
	state: 'open',
	created_at: '2026-10-01T09:00:00.000Z',
	due_at: '2026-10-31T09:00:00.000Z',
	answered_at: null,
	answer: null,
	name: 'Bisi Ade',
	email: 'bisi@example.com',
	text: 'Delete my number.',
	url: null,
	account: null,
	proven: false,
};

const breach: Breach = {
	id: 5,
	title: 'Lost laptop',
	facts: 'It was stolen.',
	data: '',
	measures: '',
	risk: 'high',
	noticed_at: '2026-11-28T09:00:00.000Z',
	due_at: toTime(Date.now() + 71 * hour),
	commission_notified_at: null,
	people_notified_at: null,
	closed_at: null,
	accounts: 0,
	unnotified: 0,
	notices: [],
	created_at: '2026-11-28T09:00:00.000Z',
};

test('answers an overdue request of somebody who has no account', async () => {
	logIn({ role: 'admin' });
	let items = [request];
	const api = fakeApi({
		listLegalRequests: () => ({ items, next_cursor: null }),
		answerLegalRequest: ({ body }) => {
			items = [];
			return { ...request, ...body, answered_at: request.due_at };
		},
	});
	await renderRoute(path, requestsPage, { api });
	await expect.element(page.getByText(legalRequestText.fromStranger)).toBeVisible();
	await expect.element(page.getByText(/^Overdue since/)).toBeVisible();
	await page.getByRole('button', { name: legalRequestText.answerAction }).click();
	await page.getByRole('button', { name: legalRequestText.sendAnswer }).click();
	await expect.element(page.getByText(validationText.answerMissing)).toBeVisible();
	await page.getByRole('textbox', { name: legalRequestText.answerLabel }).fill('We have no number of yours.');
	await page.getByRole('combobox', { name: legalRequestText.outcome }).selectOptions('refused');
	expect(await findViolations()).toEqual([]);
	await page.getByRole('button', { name: legalRequestText.sendAnswer }).click();
	await expect.element(page.getByText(legalRequestText.emptyTitle)).toBeVisible();
	expect(api.calls('answerLegalRequest').map(({ body }) => body)).toEqual([
		{ state: 'refused', answer: 'We have no number of yours.' },
	]);
});

test('records a breach with the time it was noticed, and lists the accounts it touched', async () => {
	logIn({ role: 'admin' });
	let items: Breach[] = [];
	const api = fakeApi({
		listBreaches: () => ({ items, next_cursor: null }),
		recordBreach: () => {
			items = [breach];
			return breach;
		},
		addBreachAccounts: () => {
			items = [{ ...breach, accounts: 1 }];
			return { breach: { ...breach, accounts: 1 }, unknown: ['nobody_here'] };
		},
	});
	await renderRoute(`${path}/breaches`, breachesPage, { api });
	await page.getByRole('button', { name: breachesText.record }).click();
	await page.getByRole('textbox', { name: breachesText.name }).fill('Lost laptop');
	await page.getByLabelText(breachesText.noticedAt).fill('');
	await page.getByRole('button', { name: breachesText.save }).click();
	await expect.element(page.getByText(validationText.noticedMissing)).toBeVisible();
	await page.getByLabelText(breachesText.noticedAt).fill('2026-11-28T10:00');
	await page.getByRole('combobox', { name: breachesText.risk }).selectOptions('high');
	await page.getByRole('button', { name: breachesText.save }).click();
	await expect.element(page.getByText(breachesText.notifyPeople)).toBeVisible();
	expect(api.calls('recordBreach').map(({ body }) => body)).toEqual([
		{
			...{ title: 'Lost laptop', facts: '', data: '', measures: '', risk: 'high' },
			noticed_at: toTime(new Date('2026-11-28T10:00').getTime()),
			...{ commission_notified_at: null, people_notified_at: null, closed_at: null },
		},
	]);
	await page.getByRole('button', { name: breachesText.addAccounts }).click();
	const people = page.getByRole('textbox', { name: breachesText.accountsLabel });
	await people.fill('ada_obi, nobody_here');
	await page.getByRole('button', { name: breachesText.addAccounts }).click();
	await expect.element(people).toHaveValue('nobody_here');
	await expect.element(page.getByText(breachesText.accounts(1))).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

const record: ProcessingRecord = {
	activities: [
		{
			name: 'verification',
			...processingText.verification,
			people: ['sellers'],
			basis: 'consent',
			recipients: ['hosting', 'sms'],
		},
	],
	recipients: [
		{ kind: 'hosting', host: null },
		{ kind: 'sms', host: 'api.ng.termii.com' },
	],
	facts: { accounts: 7, database: 'sqlite', encrypted: false, backups: true },
};

test('shows what the modules declare, and who receives it', async () => {
	logIn({ role: 'admin' });
	await renderRoute(`${path}/record`, recordPage, { api: fakeApi({ getProcessingRecord: () => record }) });
	await expect.element(page.getByRole('heading', { name: processingText.verification.purpose })).toBeVisible();
	await expect.element(page.getByText(dataProtectionText.bases.consent)).toBeVisible();
	await expect.element(page.getByText(/api\.ng\.termii\.com/)).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('the impact assessment holds the facts, and leaves lines for what the program cannot know', () => {
	const text = composeImpactAssessment('Sabon Gari', '28 Nov 2026', record);
	expect(text).toContain('# Data protection impact assessment of Sabon Gari');
	expect(text).toContain('- Accounts: 7');
	expect(text).toContain(processingText.verification.retention);
	expect(text).toContain('(api.ng.termii.com): country, contract, safeguards: …');
	expect(text).toContain('NOT encrypted');
});

test('shows the mail to the people of a breach, and sends it after a confirmation', async () => {
	logIn({ role: 'admin' });
	let items: Breach[] = [{ ...breach, accounts: 2, unnotified: 2 }];
	const text = 'A laptop with your email address was stolen. Choose a new password.';
	const api = fakeApi({
		listBreaches: () => ({ items, next_cursor: null }),
		sendBreachNotice: () => {
			const notices = [{ text, accounts: 2, created_at: '2026-11-28T10:00:00.000Z' }];
			items = [{ ...breach, accounts: 2, notices }];
			return { ...breach, accounts: 2, notices };
		},
	});
	await renderRoute(`${path}/breaches`, breachesPage, { api });
	const write = page.getByRole('button', { name: breachesText.writeNotice });
	await write.click();
	const show = page.getByRole('button', { name: breachesText.showNotice });
	await show.click();
	await expect.element(page.getByText(validationText.breachNoticeMissing)).toBeVisible();
	await page.getByRole('textbox', { name: breachesText.noticeText }).fill(text);
	await show.click();
	const dialog = page.getByRole('dialog', { name: breachesText.sendTitle(2) });
	await expect.element(dialog.getByText(text)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	expect(api.calls('sendBreachNotice')).toEqual([]);
	await dialog.getByRole('button', { name: breachesText.sendNotice }).click();
	await expect.element(page.getByText(/Email to 2 accounts sent/)).toBeVisible();
	await expect.element(write).not.toBeInTheDocument();
	expect(api.calls('sendBreachNotice').map(({ params, body }) => [params, body])).toEqual([[{ id: '5' }, { text }]]);
});
