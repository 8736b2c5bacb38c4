import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SiteNotice } from '../../../contract/operations/operations.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as adminOverviewText from '../../../text/web/admin-overview.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import { makeWaiting } from '../../testing/waiting.ts';
import * as adminPage from './page.tsx';

const words = 'We are closed on Sunday.';
const days = ['2026-11-01', '2026-11-02'];
const by_day = days.map((day, index) => ({ day, count: index }));
const notice: SiteNotice = { id: 4, text: words, path: '/learning', ends_at: '2026-11-09T09:00:00.000Z' };
const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

const makeFigures = () => ({
	accounts: { all: 12, verified: 10, suspended: 1, deleted: 0, by_day },
	ads: { shown: 21, sold: 2, hidden: 1, videos: 3, by_day },
	posts: { shown: 5, tweets: 3, talks: 1, pictures: 1, by_day },
	uploads: { pictures: 30, videos: 3, processing: 0, failed: 0, bytes: 5_000_000, by_day },
	jobs: { waiting: 0, running: 0, failed: 0 },
	process: { started_at: '2026-11-01T09:00:00.000Z', errors: 0, memory_bytes: 1e8, event_loop_lag: 2 },
	disk: null,
	backup: null,
});

async function open(handlers: Handlers = {}) {
	logIn({ role: 'admin' });
	const api = fakeApi({
		getFigures: makeFigures,
		getWaiting: () => makeWaiting(),
		listFailedJobs: () => ({ items: [] }),
		getSiteInsights: () => ({
			days,
			pageviews: [{ route: 'home', views: 3, by_day: [1, 2] }],
			vitals: [{ route: 'home', name: 'LCP', p75: 1800, visits: 3 }],
		}),
		listContactReveals: () => ({ items: [] }),
		getNotice: () => ({ notice: null }),
		getSampleContent: () => ({ accounts: 18, ads: 60, posts: 20 }),
		...handlers,
	});
	await renderRoute('/dashboard/admin', adminPage, { api });
	await expect.element(row(adminOverviewText.liveAds)).toBeVisible();
	return api;
}

test('shows the market’s stats and the web vitals of its pages', async () => {
	await open();
	await expect
		.element(row(adminOverviewText.liveAds))
		.toHaveTextContent(`${adminOverviewText.liveAds}${adminOverviewText.adsAndVideos(21, 3)}`);
	await expect.element(row(adminOverviewText.errors)).toHaveTextContent(`${adminOverviewText.errors}0`);
	await expect
		.element(page.getByRole('img', { name: /^New ads, 2 days in 2 days: 1 in total. Best day:/ }))
		.toBeVisible();
	await expect.element(page.getByRole('rowheader', { name: 'home', exact: true })).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('lists who opened the numbers of most sellers', async () => {
	const caller = {
		account: null,
		network: '203.0.113.7',
		strangers: true,
		sellers: 90,
		last_at: new Date().toISOString(),
	};
	const account = { id: 4, user_name: 'buyer_4', display_name: 'Musa', user_image: null, rating: null };
	await open({
		listContactReveals: () => ({
			items: [caller, { ...caller, account, network: null, strangers: false, sellers: 1 }],
		}),
	});
	const list = page.getByRole('region', { name: adminOverviewText.revealsTitle });
	await expect.element(list.getByText(`203.0.113.7 ${adminOverviewText.newDevices}`)).toBeVisible();
	await expect.element(list.getByText(adminOverviewText.sellersRevealed(90))).toBeVisible();
	await expect.element(list.getByRole('link', { name: 'Musa' })).toHaveAttribute('href', '/profile/user/buyer_4');
	expect(await findViolations()).toEqual([]);
});

test('lists what waits, with links to the filtered pages', async () => {
	await open({ getWaiting: () => makeWaiting({ proofs: 2, reports: 100, failed_jobs: 1 }) });
	const waiting = page.getByRole('region', { name: adminOverviewText.waitingTitle });
	const link = (name: string) => waiting.getByRole('link', { name });
	await expect.element(waiting.getByText('99+')).toBeVisible();
	await expect
		.element(link(adminOverviewText.adminTaskKinds.proofs))
		.toHaveAttribute('href', '/dashboard/admin/enrollments?proof=true');
	await expect
		.element(link(adminOverviewText.adminTaskKinds.reports))
		.toHaveAttribute('href', '/dashboard/admin/reports');
	expect(waiting.getByRole('listitem').elements()).toHaveLength(3);
	await expect.element(waiting.getByText(/^Oldest: /).first()).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('says since when no backup was made, why the last one failed, and what was read in the last one', async () => {
	const figures = makeFigures();
	const last = {
		made_at: '2026-11-01T09:00:00.000Z',
		bytes: 3_221_225_472,
		seconds: 60,
		files: 1200,
		read_files: 171,
		all_read_at: '2026-10-28T09:00:00.000Z',
		damaged_files: 4,
		lost_files: 1,
	};
	await open({
		getWaiting: () => makeWaiting({ backups: 1 }),
		getFigures: () => ({
			...figures,
			backup: { last, error: `/mnt/${'long-path/'.repeat(12)} cannot be used: no disk` },
		}),
	});
	const waiting = page.getByRole('region', { name: adminOverviewText.waitingTitle });
	await expect
		.element(waiting.getByRole('link', { name: adminOverviewText.adminTaskKinds.backups }))
		.toHaveAttribute('href', '/dashboard/admin#server-stats');
	await expect.element(waiting.getByText(/^No backup since /)).toBeVisible();
	await expect.element(row(adminOverviewText.lastBackup).getByText(/, 3\.0 GB$/)).toBeVisible();
	await expect.element(row(adminOverviewText.filesRead).getByText('171 of 1,200 files (14 %)')).toBeVisible();
	await expect.element(row(adminOverviewText.allFilesRead)).toBeVisible();
	await expect
		.element(row(adminOverviewText.damagedFiles).getByText('4, of which 1 could not be copied again'))
		.toBeVisible();
	await expect.element(row(adminOverviewText.backupProblem).getByText(/no disk$/)).toBeVisible();
	const card = page.getByRole('table', { name: adminOverviewText.server }).element().parentElement;
	expect(card?.scrollWidth).toBe(card?.clientWidth);
	expect(await findViolations()).toEqual([]);
});

test('says that no backups are set up', async () => {
	await open();
	await expect.element(row(adminOverviewText.lastBackup).getByText(adminOverviewText.backupsNotSetUp)).toBeVisible();
	await expect.element(row(adminOverviewText.backupProblem)).not.toBeInTheDocument();
});

test('says that nothing is waiting', async () => {
	await open();
	await expect.element(page.getByText(adminOverviewText.nothingWaiting)).toBeVisible();
});

test('deletes a failed job after a confirmation', async () => {
	let items = [{ id: '4', name: 'media.remove', tries: 10, failed_at: '2026-11-01T09:00:00.000Z', error: 'No disk' }];
	const api = await open({
		listFailedJobs: () => ({ items }),
		deleteJob: () => {
			items = [];
			return undefined;
		},
	});
	await page.getByRole('button', { name: adminOverviewText.deleteJobOf('media.remove') }).click();
	const dialog = page.getByRole('dialog', { name: adminOverviewText.deleteJobQuestion });
	await expect.element(dialog.getByText(adminOverviewText.deleteJobConsequence('media.remove'))).toBeVisible();
	expect(api.calls('deleteJob')).toEqual([]);
	await dialog.getByRole('button', { name: adminOverviewText.deleteJob }).click();
	await expect.element(page.getByText(adminOverviewText.jobDeleted)).toBeVisible();
	await expect.element(page.getByText('No disk')).not.toBeInTheDocument();
	expect(api.calls('deleteJob')).toMatchObject([{ params: { id: '4' } }]);
});

test('validates the text and the path of a notice, publishes it and ends it', async () => {
	const api = await open({
		publishNotice: () =>
			makeProblemResponse(422, { code: 'invalid', message: 'No', fields: { path: validationText.pathInvalid } }),
	});
	const publish = page.getByRole('button', { name: adminOverviewText.publishNotice });
	const text = page.getByLabelText(adminOverviewText.noticeText, { exact: true });
	const path = page.getByRole('textbox', { name: new RegExp(`^${adminOverviewText.noticePath}`) });
	await publish.click();
	await expect.element(page.getByText(validationText.noticeMissing)).toBeVisible();
	expect(api.calls('publishNotice')).toEqual([]);
	await text.fill(words);
	await path.fill('https://evil.example');
	await publish.click();
	await expect.element(page.getByText(validationText.pathInvalid)).toBeVisible();
	await expect.element(text).toHaveValue(words);
	api.handle({ publishNotice: () => notice });
	await path.fill('/learning');
	await publish.click();
	await expect.element(page.getByText(adminOverviewText.noticePublished)).toBeVisible();
	expect(api.calls('publishNotice').at(-1)?.body).toEqual({ text: words, path: '/learning', hours: 24 });
	await expect.element(text).toHaveValue('');

	api.handle({ endNotice: () => undefined });
	await page.getByRole('button', { name: adminOverviewText.endNotice }).click();
	await expect.element(page.getByText(adminOverviewText.noticeEnded)).toBeVisible();
	await expect.element(page.getByText(adminOverviewText.noNotice)).toBeVisible();
});

test('removes sample content after a confirmation', async () => {
	const counts = adminOverviewText.sampleCounts(18, 60, 20);
	const api = await open({ removeSampleContent: throwNetworkError });
	const remove = page.getByRole('button', { name: adminOverviewText.removeSampleContent });
	const dialog = page.getByRole('dialog');
	await remove.click();
	await expect.element(dialog.getByText(adminOverviewText.removeSampleConsequence(counts))).toBeVisible();
	await dialog.getByRole('button', { name: adminOverviewText.removeSample }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: /\w/ })).toBeVisible();
	api.handle({ removeSampleContent: () => ({ accounts: 18, ads: 60, posts: 20 }) });
	await remove.click();
	await dialog.getByRole('button', { name: adminOverviewText.removeSample }).click();
	await expect.element(page.getByText(adminOverviewText.sampleRemoved(counts))).toBeVisible();
	await expect.element(page.getByText(adminOverviewText.noSampleContent)).toBeVisible();
	await expect.element(remove).not.toBeInTheDocument();
});
