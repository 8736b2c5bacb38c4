import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type {
	Breach,
	LegalRequestListItem,
	ProcessingRecord,
} from '../../../../contract/data-protection/data-protection.ts';
import * as processingText from '../../../../text/server/processing.ts';
import * as breachesText from '../../../../text/shared/breaches.ts';
import * as commonText from '../../../../text/shared/common.ts';
import * as legalRequestText from '../../../../text/shared/legal-request.ts';
import * as validationText from '../../../../text/shared/validation.ts';
import * as controlsText from '../../../../text/web/controls.ts';
import * as dataProtectionText from '../../../../text/web/data-protection.ts';
import { composeImpactAssessment } from '../../../../text/web/impact-assessment.ts';
import { findViolations } from '../../../testing/accessibility.ts';
import { logIn } from '../../../testing/browser-state.ts';
import { fakeApi, makeProblemResponse } from '../../../testing/fake-api.ts';
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
	await expect.element(page.getByText(legalRequestText.listText.emptyTitle)).toBeVisible();
	expect(api.calls('answerLegalRequest').map(({ body }) => body)).toEqual([
		{ state: 'refused', answer: 'We have no number of yours.' },
	]);
});

const answerButton = page.getByRole('button', { name: legalRequestText.answerAction });
const answerField = page.getByRole('textbox', { name: legalRequestText.answerLabel });
const outcome = page.getByRole('combobox', { name: legalRequestText.outcome });
const cancel = page.getByRole('button', { name: commonText.cancel });
const leave = page.getByRole('button', { name: controlsText.leave });

test('asks before it discards an answer, and opens the reported content in a new tab', async () => {
	logIn({ role: 'admin' });
	const url = 'https://kasuwa.example/feed/1/lamp';
	const typed = { ...request, id: 4, url: 'the red lamp' };
	const { address } = await renderRoute(path, requestsPage, {
		api: fakeApi({ listLegalRequests: () => ({ items: [{ ...request, url }, typed], next_cursor: null }) }),
	});
	const link = page.getByRole('link', { name: new RegExp(`^${url}`) });
	await expect.element(link).toHaveAttribute('href', url);
	await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
	await expect.element(link).toHaveAttribute('target', '_blank');
	await expect.element(page.getByText('the red lamp')).toBeVisible();
	await answerButton.first().click();
	await expect.element(outcome).toHaveFocus();
	await answerField.fill('We have no number of yours.');
	await page.getByRole('link', { name: dataProtectionText.sections.record }).click();
	await page.getByRole('button', { name: controlsText.stay }).click();
	await page.getByRole('link', { name: legalRequestText.states.done }).click();
	await page.getByRole('button', { name: controlsText.stay }).click();
	expect(address()).toBe(path);
	await cancel.click();
	await expect.element(page.getByText(commonText.leaveWithoutSaving)).toBeVisible();
	await expect.element(answerField).toHaveValue('We have no number of yours.');
	await leave.click();
	await expect.element(answerButton.first()).toHaveFocus();
	await page.getByRole('link', { name: dataProtectionText.sections.record }).click();
	await expect.poll(address).toBe(`${path}/record`);
});

test('loads the list again when another administrator was faster, and moves the focus on', async () => {
	logIn({ role: 'admin' });
	let items = [request, { ...request, id: 4, kind: 'access' as const }];
	const api = fakeApi({
		listLegalRequests: () => ({ items, next_cursor: null }),
		answerLegalRequest: () => {
			items = items.slice(1);
			return makeProblemResponse(409, { code: 'conflict', message: legalRequestText.alreadyAnswered });
		},
	});
	await renderRoute(path, requestsPage, { api });
	await answerButton.first().click();
	await answerField.fill('We have no number of yours.');
	await page.getByRole('button', { name: legalRequestText.sendAnswer }).click();
	await expect.element(page.getByRole('article', { name: legalRequestText.kinds.erasure })).not.toBeInTheDocument();
	await expect.element(page.getByRole('article', { name: legalRequestText.kinds.access })).toHaveFocus();
});

test('the sections are pages of their own', async () => {
	logIn({ role: 'admin' });
	const api = fakeApi({ listLegalRequests: () => ({ items: [], next_cursor: null }) });
	const { address, goBack } = await renderRoute(path, requestsPage, { api });
	const link = (name: string) => page.getByRole('link', { name, exact: true });
	await expect.element(link(dataProtectionText.sections.requests)).toHaveAttribute('aria-current', 'page');
	await link(dataProtectionText.sections.breaches).click();
	await expect.poll(address).toBe(`${path}/breaches`);
	goBack();
	await expect.poll(address).toBe(path);
});

test('asks before it discards a breach or its accounts, and returns the focus', async () => {
	logIn({ role: 'admin' });
	await renderRoute(`${path}/breaches`, breachesPage, {
		api: fakeApi({ listBreaches: () => ({ items: [breach], next_cursor: null }) }),
	});
	const cases = [
		[breachesText.record, breachesText.name],
		[breachesText.edit, breachesText.name],
		[breachesText.addAccounts, breachesText.accountsLabel],
	] as const;
	for (const [action, field] of cases) {
		const button = page.getByRole('button', { name: action });
		await button.click();
		const text = page.getByRole('textbox', { name: field });
		await text.fill('Typed');
		await cancel.click();
		await expect.element(text).toHaveValue('Typed');
		await leave.click();
		await expect.element(text).not.toBeInTheDocument();
		await expect.element(button).toHaveFocus();
	}
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
	const answered = Promise.withResolvers<void>();
	const api = fakeApi({
		listBreaches: () => ({ items, next_cursor: null }),
		sendBreachNotice: async () => {
			await answered.promise;
			const notices = [
				{ text, accounts: 2, mailed: 0, unmailed: 1, waiting: 1, created_at: '2026-11-28T10:00:00.000Z' },
			];
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
	// While it is sent, nothing opens the preview again.
	await expect.element(show).toHaveAttribute('aria-busy', 'true');
	await show.click({ force: true });
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(cancel).toBeDisabled();
	answered.resolve();
	await expect.element(page.getByText(/Queued for 2 accounts/)).toBeVisible();
	await expect.element(page.getByText(breachesText.unmailed(1))).toBeVisible();
	await expect.element(page.getByText(breachesText.notifyPeople)).not.toBeInTheDocument();
	await expect.element(write).not.toBeInTheDocument();
	expect(api.calls('sendBreachNotice').map(({ params, body }) => [params, body])).toEqual([[{ id: '5' }, { text }]]);
});
