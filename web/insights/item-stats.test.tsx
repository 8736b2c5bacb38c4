import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import type { Endpoints } from '../../contract/core/endpoints.ts';
import * as limits from '../../contract/core/limits.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import * as commonText from '../../text/shared/common.ts';
import * as errorsText from '../../text/web/errors.ts';
import * as statsText from '../../text/web/stats.ts';
import { findViolations } from '../testing/accessibility.ts';
import { logIn } from '../testing/browser-state.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { ItemStats } from './item-stats.tsx';

type Insights = ResponseOf<Endpoints['getMyInsights']>;

const none = { views: 0, contacts: 0, offers: 0, calls: 0, product_taps: 0, likes: 0, saves: 0, comments: 0 };
const some = { ...none, views: 1, contacts: 2 };
const dialog = page.getByRole('dialog', { name: statsText.title });

function insights(target: ContentTarget, stats: typeof none, watching: Insights['watching'] = null): Insights {
	const days = [
		{ day: '2026-11-01', ...none },
		{ day: '2026-11-02', ...stats },
	];
	return { days, items: [{ target, id: 5, title: 'Read me', ...stats }], watching };
}

/** Makes the stats of a video of 20 seconds. Each play watched the given number of its 20 parts, from the start. */
function makeWatching(...plays: number[]): Insights['watching'] {
	const parts = Array.from({ length: limits.watching.parts }, (_, part) => plays.filter((watched) => watched > part));
	return { duration_ms: 20_000, plays: parts.map(({ length }) => length) };
}

beforeEach(() => void logIn());

async function open(target: ContentTarget, handlers: Handlers) {
	const api = fakeApi(handlers);
	await render(<ItemStats target={target} id={5} title="Read me" onClose={() => {}} />, { api });
	return api;
}

test.for([
	['posts', ['1']],
	['ads', ['1', '2']],
] as const)('shows the totals of %s below the days', async ([target, expected]) => {
	const api = await open(target, { getMyInsights: () => insights(target, some) });
	await expect.element(dialog.getByRole('heading', { name: statsText.sincePosted })).toBeVisible();
	await expect.element(dialog.getByRole('heading', { name: statsText.lastDays(2) })).toBeVisible();
	const texts = dialog
		.getByRole('definition')
		.elements()
		.map(({ textContent }) => textContent);
	expect(texts).toEqual(expected);
	expect(api.calls('getMyInsights').map(({ query }) => query)).toEqual([{ target, id: '5' }]);
	expect(await findViolations()).toEqual([]);
});

test('shows no chart of a stat that is 0 on every day', async () => {
	await open('ads', { getMyInsights: () => insights('ads', { ...none, likes: 3 }) });
	await expect.element(dialog.getByText(statsText.names.likes).first()).toBeVisible();
	expect(dialog.getByText(statsText.names.views).elements()).toEqual([]);
});

test('shows how long people watch a video, where they stop and what it led to', async () => {
	await open('ads', { getMyInsights: () => insights('ads', some, makeWatching(7, 7, 7, 15, 20, 20)) });
	const watching = dialog.getByRole('region', { name: statsText.watching });
	await expect.element(watching.getByText(statsText.averageWatched(63))).toBeVisible();
	await expect.element(watching.getByText(statsText.mostStopAt('0:07'))).toBeVisible();
	await expect.element(watching.getByText(statsText.playsCounted(6))).toBeVisible();
	await expect.element(watching.getByText(statsText.chatsStarted(2))).toBeVisible();
	const summary = [
		statsText.shareAt(100, '0:05'),
		statsText.shareAt(50, '0:10'),
		statsText.shareAt(33, '0:15'),
		statsText.shareAtEnd(33),
	];
	await expect.element(watching.getByRole('img', { name: statsText.watchingSummary(summary) })).toBeVisible();
	await watching.getByText(statsText.watchingByTime).click();
	const row = watching.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '0:07' }) });
	await expect.element(row.getByRole('cell')).toHaveTextContent(statsText.percent(50));
	expect(await findViolations()).toEqual([]);
});

test('says that most people watch a video to the end', async () => {
	await open('ads', { getMyInsights: () => insights('ads', none, makeWatching(7, 20, 20, 20, 20)) });
	const watching = dialog.getByRole('region', { name: statsText.watching });
	await expect.element(watching.getByText(statsText.mostWatchToEnd)).toBeVisible();
	await expect.element(dialog.getByRole('heading', { name: statsText.sincePosted })).not.toBeInTheDocument();
});

test.for([
	[statsText.noPlays, []],
	[statsText.fewPlays(4, limits.watching.shownFrom), [1, 2, 3, 4]],
] as const)('draws no curve of few plays: %s', async ([text, plays]) => {
	await open('ads', { getMyInsights: () => insights('ads', some, makeWatching(...plays)) });
	const watching = dialog.getByRole('region', { name: statsText.watching });
	await expect.element(watching.getByText(text)).toBeVisible();
	expect(watching.getByRole('img').elements()).toEqual([]);
	expect(await findViolations()).toEqual([]);
});

test('gives a hint for an item without views', async () => {
	await open('posts', { getMyInsights: () => insights('posts', none) });
	await expect.element(dialog.getByRole('heading', { name: statsText.emptyTitle })).toBeVisible();
	await expect.element(dialog.getByRole('definition')).not.toBeInTheDocument();
});

test('loads failed stats on retry', async () => {
	const api = await open('posts', { getMyInsights: throwNetworkError });
	await expect.element(dialog.getByRole('alert').getByText(errorsText.noResponse)).toBeVisible();
	api.handle({ getMyInsights: () => insights('posts', some) });
	await dialog.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(dialog.getByRole('heading', { name: statsText.sincePosted })).toBeVisible();
});
