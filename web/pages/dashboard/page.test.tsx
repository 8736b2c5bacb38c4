import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnAd } from '../../../contract/ads/ads.ts';
import type { UnansweredComment } from '../../../contract/comments/comments.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as adminOverviewText from '../../../text/web/admin-overview.ts';
import * as dashboardText from '../../../text/web/dashboard.ts';
import * as decisionText from '../../../text/web/decision.ts';
import * as statsText from '../../../text/web/stats.ts';
import * as todayText from '../../../text/web/today.ts';
import { emptyAd } from '../../ads/ad-form.ts';
import { writeDraft } from '../../ads/draft.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeOwnAdDetails } from '../../testing/ads.ts';
import { logIn } from '../../testing/browser-state.ts';
import { makeEnrollment } from '../../testing/enrollments.ts';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { makeDecision } from '../../testing/moderation.ts';
import { makeComment } from '../../testing/posts.ts';
import { renderRoute } from '../../testing/render.tsx';
import { verificationListPath } from '../../verification/filter.ts';
import DashboardPage from './page.tsx';

const today = page.getByRole('region', { name: todayText.title });
const nothing = { items: [], next_cursor: null };
const stats = { views: 1, contacts: 0, offers: 0, calls: 0, product_taps: 0, likes: 0, saves: 0, comments: 0 };

async function open(handlers: Handlers = {}, session: Parameters<typeof logIn>[0] = {}) {
	logIn(session);
	const api = fakeApi({
		listCommentsToAnswer: () => nothing,
		listMyAds: () => nothing,
		listMyEnrollments: () => ({ items: [] }),
		listMyDecisions: () => nothing,
		getMyInsights: () => ({ days: [], items: [], watching: null }),
		...handlers,
	});
	return { api, ...(await renderRoute('/dashboard', { default: DashboardPage }, { api })) };
}

test.for([
	['/mypromotalk/5/is-the-pos-charge-fair', 'Not at all'],
	['/feed/6/copper-kettle', 'Is it new?'],
] as const)('links an unanswered comment to the comments of %s', async ([target_path, text]) => {
	const comment: UnansweredComment = { ...makeComment(8, { text }), target_title: 'Copper kettle', target_path };
	const { address } = await open({ listCommentsToAnswer: () => ({ items: [comment], next_cursor: null }) });
	await expect.element(today.getByText(todayText.commentsToAnswer(1))).toBeVisible();
	const link = today.getByRole('link').filter({ hasText: text });
	await expect.element(link).toHaveAttribute('href', `${target_path}#comments`);
	expect(await findViolations()).toEqual([]);
	await link.click();
	await expect.poll(address).toBe(target_path);
});

test('lists decisions, courses to pay, videos and drafts with links', async () => {
	const at = new Date().toISOString();
	const video = (id: number, state: OwnAd['state']): OwnAd => ({
		...makeOwnAdDetails(id, { state, format: 'video', title: `Film ${id}` }),
		failure: null,
	});
	writeDraft('draft-image-7', { ...emptyAd, title: 'Red bag' });
	await open({
		listMyDecisions: () => ({
			items: [
				{ ...makeDecision(1, { at }), mine: true, key: 'a-key' },
				{ ...makeDecision(2, { at }), mine: false, key: null },
				{ ...makeDecision(3, { at, lifted_at: at }), mine: true, key: 'another-key' },
			],
			next_cursor: null,
		}),
		listMyEnrollments: () => ({
			items: [{ ...makeEnrollment(), progress: null, email: 'ada@example.com', phone: '0803 123 4567' }],
		}),
		listMyAds: () => ({ items: [video(1, 'failed'), video(2, 'processing')], next_cursor: null }),
	});
	await expect.element(today.getByText(todayText.decisions(1))).toBeVisible();
	await expect
		.element(today.getByRole('link', { name: /^Your ad was hidden/ }))
		.toHaveAttribute('href', '/decision/a-key');
	await expect.element(today.getByText(todayText.coursesToPay(1))).toBeVisible();
	await expect.element(today.getByText(todayText.videosFailed(1))).toBeVisible();
	await expect.element(today.getByText(todayText.videosProcessing(1))).toBeVisible();
	await expect.element(today.getByText(todayText.drafts(1))).toBeVisible();
	await expect.element(today.getByRole('link', { name: /^Red bag/ })).toHaveAttribute('href', '/dashboard/postAd');
	await expect.element(today.getByText(decisionText.appealPending)).not.toBeInTheDocument();
});

test('tells an administrator what waits', async () => {
	const none = { count: 0, since: null };
	const one = { count: 1, since: '2026-11-01T09:00:00.000Z' };
	const getWaiting: Handlers['getWaiting'] = () => ({
		proofs: one,
		requests: none,
		payments: none,
		reports: none,
		verifications: one,
		legal_requests: none,
		breaches: none,
		failed_jobs: none,
		backups: none,
	});
	await open({ getWaiting }, { role: 'admin' });
	const { adminTaskKinds } = adminOverviewText;
	const link = today.getByRole('link').filter({ hasText: adminTaskKinds.verifications });
	await expect.element(link).toHaveAttribute('href', verificationListPath('pending'));
	await expect.element(today.getByRole('link').filter({ hasText: adminTaskKinds.proofs })).toBeVisible();
	await expect.element(today.getByText(adminTaskKinds.reports)).not.toBeInTheDocument();
	await expect.element(today.getByText(todayText.nothing)).not.toBeInTheDocument();
});

test('shows the account with links to the shop and the settings', async () => {
	await open();
	await expect.element(page.getByRole('heading', { level: 1, name: 'Ada Obi' })).toBeVisible();
	const shop = page.getByRole('link', { name: dashboardText.viewShop });
	await expect.element(shop).toHaveAttribute('href', '/profile/user/ada_obi');
	const links = page.getByRole('navigation', { name: dashboardText.title }).getByRole('link').elements();
	expect(links.map((link) => link.getAttribute('href'))).toContain('/dashboard/notifications');
	await expect.element(page.getByText(/not confirmed/)).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
});

test('says in one line that the email address is not confirmed', async () => {
	await open({}, { email_verified: false });
	const line = page.getByText(/Your email is not confirmed/);
	await expect.element(line).toBeVisible();
	expect(line.element().getBoundingClientRect().height).toBeLessThan(30);
	await expect
		.element(page.getByRole('link', { name: 'Confirm it' }))
		.toHaveAttribute('href', '/dashboard/personal-Info');
});

test('shows charts only of stats that have counts', async () => {
	const day = { day: '2026-11-01', ...stats };
	const { api } = await open({ getMyInsights: () => ({ days: [day], items: [], watching: null }) });
	await expect.element(page.getByRole('heading', { name: statsText.lastDays(1) })).toBeVisible();
	await expect.element(page.getByText(statsText.names.views).first()).toBeVisible();
	expect(page.getByText(statsText.names.likes).elements()).toEqual([]);
	expect(api.calls('getMyInsights')).toHaveLength(1);
});

test('shows that nothing is left to do', async () => {
	await open();
	await expect.element(today.getByText(todayText.nothing)).toBeVisible();
});

test('does not claim an empty list if the comments fail to load', async () => {
	const { pendingQueries } = await open({
		listCommentsToAnswer: () => makeProblemResponse(403, { code: 'forbidden', message: 'No' }),
	});
	await expect.poll(pendingQueries).toBe(0);
	await expect.element(today).not.toBeInTheDocument();
});

test('reports stats that fail to load, and loads them on retry', async () => {
	const { api } = await open({ getMyInsights: () => makeProblemResponse(403, { code: 'forbidden', message: 'No' }) });
	const failure = page.getByRole('alert').filter({ hasText: statsText.ownLoadFailed });
	await expect.element(failure).toBeVisible();
	api.handle({
		getMyInsights: () => ({
			days: [{ day: '2026-11-01', ...stats }],
			items: [{ target: 'ads', id: 1, title: 'Lamp', ...stats }],
			watching: null,
		}),
	});
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(page.getByRole('heading', { name: statsText.lastDays(1) })).toBeVisible();
});
