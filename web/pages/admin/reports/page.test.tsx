import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ReportCase } from '../../../../contract/moderation/moderation.ts';
import * as moderationApiText from '../../../../text/server/moderation-api.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminReportsText from '../../../../text/web/admin-reports.ts';
import { findViolations } from '../../../testing/accessibility.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../../testing/fake-api.ts';
import { makeCase, makeDecision } from '../../../testing/moderation.ts';
import { renderRoute } from '../../../testing/render.tsx';
import * as reportsPage from './page.tsx';

const path = '/dashboard/admin/reports';
const { decisions, decisionsDone, outcomes } = adminReportsText;
const reason = 'You ask for the money before the cloth is seen.';
const card = (title: string) => page.getByRole('article').filter({ hasText: title });
const why = page.getByLabelText(adminText.why);
const focused = () => document.activeElement?.textContent ?? '';

async function open(cases: ReportCase[], handlers: Handlers = {}, search = '') {
	let openCases = cases;
	const api = fakeApi({
		listReports: () => ({ items: openCases, next_cursor: null, open: openCases.length }),
		decideReports: ({ params, body }) => {
			openCases = openCases.filter(({ id }) => String(id) !== params.id);
			return makeDecision(1, { kind: body.decision });
		},
		liftDecision: () => {
			openCases = [];
			return makeDecision(1, { lifted_at: '2026-11-02T09:00:00.000Z' });
		},
		upholdDecision: () => {
			openCases = [];
			return makeDecision(1);
		},
		...handlers,
	});
	const rendered = await renderRoute(path, reportsPage, { api, url: `${path}${search}` });
	await expect.element(page.getByRole('article').first()).toBeVisible();
	return { api, ...rendered };
}

test('moves between cases by keyboard, except while typing', async () => {
	await open([makeCase(1, 'Blue cloth'), makeCase(2, 'Red cloth')]);
	expect(await findViolations()).toEqual([]);
	(card('Blue cloth').element() as HTMLElement).focus();
	await userEvent.keyboard('j');
	await expect.poll(focused).toContain('Red cloth');
	await userEvent.keyboard('{ArrowUp}');
	await expect.poll(focused).toContain('Blue cloth');
	await userEvent.keyboard('{ArrowDown}k');
	await expect.poll(focused).toContain('Blue cloth');
	await card('Blue cloth').getByRole('button', { name: decisions.hide }).click();
	await why.click();
	await userEvent.keyboard('j');
	await expect.element(why).toHaveValue('j');
});

test('says that an ad is held, offers to hide it for good, and shows the latest likeness to a removed one', async () => {
	const decision = makeDecision(7, { reason: 'Not yours.' });
	const flag = { reason: 'removed_before' as const, path: null, removed: { decision, owner: null } };
	const flags = [
		{ ...flag, note: 'Same photo, text as in decision 7', at: '2026-11-02T09:00:00.000Z' },
		{ ...flag, note: 'Same text as in decision 7', at: '2026-11-02T08:59:59.000Z' },
	];
	const held = makeCase(1, 'Blue cloth');
	await open([{ ...held, target: { ...held.target, path: null, gone: true }, reports: [], flags, held: true }]);
	const shown = card('Blue cloth');
	await expect.element(shown.getByText(adminReportsText.held, { exact: true })).toBeVisible();
	await expect.element(shown.getByText(adminReportsText.gone)).not.toBeInTheDocument();
	await expect.element(shown.getByRole('button', { name: decisions.hide })).toBeVisible();
	await expect.element(shown.getByText('Same photo, text as in decision 7')).toBeVisible();
	await expect.element(shown.getByText('Same text as in decision 7')).not.toBeInTheDocument();
});

test('requires a reason for a decision, and focuses the next case', async () => {
	const { api } = await open([makeCase(1, 'Blue cloth'), makeCase(2, 'Red cloth')]);
	await card('Blue cloth').getByRole('button', { name: decisions.hide }).click();
	const hide = page.getByRole('button', { name: adminReportsText.hide('ad') });
	await hide.click();
	await expect.element(page.getByText(adminText.reasonMissing, { exact: true })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await why.fill(reason);
	await hide.click();
	await expect.element(page.getByText(decisionsDone.hide)).toBeVisible();
	await expect.element(card('Blue cloth')).not.toBeInTheDocument();
	expect(focused()).toContain('Red cloth');
	expect(api.calls('decideReports').map(({ params, body }) => [params.id, body])).toEqual([
		['1', { decision: 'hide', reason }],
	]);
});

test('focuses the heading after the last case', async () => {
	await open([makeCase(1, 'Blue cloth')]);
	await card('Blue cloth').getByRole('button', { name: decisions.dismiss }).click();
	await why.fill('This is fine.');
	await page.getByRole('button', { name: adminReportsText.dismiss('ad') }).click();
	await expect.element(page.getByText(decisionsDone.dismiss)).toBeVisible();
	await expect.element(page.getByRole('heading', { name: adminReportsText.listText.emptyTitle })).toBeVisible();
	expect(focused()).toBe(adminText.reports);
});

test('keeps the reason when the decision changes, and returns the focus on Escape', async () => {
	await open([makeCase(1, 'Blue cloth')]);
	const remove = card('Blue cloth').getByRole('button', { name: decisions.delete });
	await remove.click();
	await why.fill('Posted twice.');
	await userEvent.keyboard('{Escape}');
	await expect.element(remove).toHaveFocus();
	await card('Blue cloth').getByRole('button', { name: decisions.hide }).click();
	await expect.element(why).toHaveValue('Posted twice.');
});

test('suspends an account for a chosen time, after a confirmation', async () => {
	const account = makeCase(1, 'Musa', {
		target: { kind: 'account', id: 12, title: 'Musa', text: '', picture: null, path: null, gone: false },
	});
	const { api } = await open([account]);
	const buttons = card('Musa').getByRole('group', { name: adminReportsText.decide });
	await expect.element(buttons.getByRole('button', { name: decisions.hide })).not.toBeInTheDocument();
	await buttons.getByRole('button', { name: decisions.suspend }).click();
	await page.getByLabelText(adminText.forHowLong).selectOptions(adminText.suspensions.threeDays);
	await why.fill('Four people have lost money to you.');
	await page.getByRole('button', { name: adminText.suspendAccount }).click();
	const confirmation = page.getByRole('dialog');
	await expect.element(confirmation.getByText(adminReportsText.suspendConsequence(3))).toBeVisible();
	expect(await findViolations()).toEqual([]);
	expect(api.calls('decideReports')).toEqual([]);
	await confirmation.getByRole('button', { name: adminText.suspendAccount }).click();
	await expect.element(page.getByText(decisionsDone.suspend)).toBeVisible();
	expect(api.calls('decideReports').map(({ body }) => body)).toEqual([
		{ decision: 'suspend', reason: 'Four people have lost money to you.', days: 3 },
	]);
});

test('tells the second of two administrators that the case is decided, and removes it', async () => {
	const { api } = await open([makeCase(1, 'Blue cloth')], {
		decideReports: () => makeProblemResponse(409, { code: 'conflict', message: moderationApiText.alreadyDecided }),
	});
	await card('Blue cloth').getByRole('button', { name: decisions.warn }).click();
	await why.fill('Too many of these.');
	api.handle({ listReports: () => ({ items: [], next_cursor: null, open: 0 }) });
	await page.getByRole('button', { name: adminReportsText.warn }).click();
	await expect.element(page.getByText(moderationApiText.alreadyDecided)).toBeVisible();
	await expect.element(page.getByRole('heading', { name: adminReportsText.listText.emptyTitle })).toBeVisible();
});

test('resends a decision after a lost response with the same key and reason', async () => {
	const { api } = await open([makeCase(1, 'Blue cloth')], { decideReports: throwNetworkError });
	await card('Blue cloth').getByRole('button', { name: decisions.warn }).click();
	await why.fill('Too many of these.');
	const warn = page.getByRole('button', { name: adminReportsText.warn });
	await warn.click();
	await expect.element(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
	await expect.element(why).toHaveValue('Too many of these.');
	await warn.click();
	await expect.poll(() => api.calls('decideReports').length).toBe(2);
	const [first, second] = api.calls('decideReports');
	expect(second).toEqual(first);
	expect(first?.headers['idempotency-key']).toMatch(/^\w{16,}$/);
});

const appealed = makeCase(1, 'Blue cloth', {
	reports: [],
	appeal: makeDecision(1, {
		appeal: { text: 'Come and see the cloth first.', at: '2026-11-02T09:00:00.000Z', outcome: null, answer: null },
	}),
});

test('filters by appeals, and lifts a decision', async () => {
	const { api, address } = await open([appealed]);
	await page.getByRole('checkbox', { name: adminReportsText.appeals }).click();
	await expect.poll(address).toBe(`${path}?appeals=true`);
	await expect.poll(() => api.calls('listReports').at(-1)?.query).toEqual({ appeals: 'true' });
	await expect.element(card('Blue cloth').getByText('Come and see the cloth first.')).toBeVisible();
	await card('Blue cloth').getByRole('button', { name: outcomes.lifted }).click();
	await why.fill('We have seen the shop.');
	expect(await findViolations()).toEqual([]);
	await page.getByRole('button', { name: adminText.undoDecision, exact: true }).click();
	await expect.element(page.getByText(adminText.decisionUndone)).toBeVisible();
	await expect.element(page.getByRole('heading', { name: adminText.nothingFound })).toBeVisible();
	expect(api.calls('liftDecision').map(({ params, body }) => [params.id, body])).toEqual([
		['1', { reason: 'We have seen the shop.' }],
	]);
});

test('upholds a decision on appeal', async () => {
	const { api } = await open([appealed]);
	await card('Blue cloth').getByRole('button', { name: outcomes.upheld }).click();
	await why.fill('It was twice.');
	await page.getByRole('button', { name: adminReportsText.answerAppeal }).click();
	await expect.element(page.getByText(adminReportsText.upheld)).toBeVisible();
	expect(api.calls('upholdDecision').map(({ body }) => body)).toEqual([{ reason: 'It was twice.' }]);
});
