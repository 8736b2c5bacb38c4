import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as commonText from '../../text/shared/common.ts';
import * as layoutText from '../../text/shared/layout.ts';
import * as dashboardText from '../../text/web/dashboard.ts';
import * as dataSaverText from '../../text/web/data-saver.ts';
import * as pageTitlesText from '../../text/web/page-titles.ts';
import { findViolations } from '../testing/accessibility.ts';
import { logIn } from '../testing/browser-state.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { renderRoute } from '../testing/render.tsx';
import * as layout from './layout.tsx';

const rail = page.getByRole('navigation', { name: layoutText.categories });

async function open(url: string) {
	const api = fakeApi({
		listCategories: () => ({ items: [{ category: "Women's Bags", ads: 2 }] }),
		listSuggestedSellers: () => ({ items: [] }),
	});
	return renderRoute('*', { default: layout.default }, { api, url });
}

test('shows the navigation in a bottom bar on phones, without loading the rail', async () => {
	const { address } = await open('/');
	const places = page.getByRole('navigation', { name: layoutText.places });
	await expect.element(places.getByRole('link', { name: layoutText.home })).toHaveAttribute('aria-current', 'page');
	await expect.element(rail).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	await places.getByRole('link', { name: pageTitlesText.forYou }).click();
	await expect.poll(address).toBe('/for-you');
});

test('searches from the top bar on phones', async () => {
	const { address } = await open('/');
	const field = page.getByRole('banner').getByRole('searchbox', { name: layoutText.searchMarket });
	await field.fill(' red bag ');
	await userEvent.keyboard('{Enter}');
	await expect.poll(address).toBe('/search?q=red+bag');
	// The search page has its own field.
	await expect.element(field).not.toBeInTheDocument();
});

test('opens the search without words from an empty field', async () => {
	const { address } = await open('/');
	await page.getByRole('banner').getByRole('searchbox').click();
	await userEvent.keyboard('{Enter}');
	await expect.poll(address).toBe('/search');
});

test.for([
	['/', layoutText.home],
	['/videos', commonText.videos],
	['/dashboard/market', commonText.post],
	['/for-you', pageTitlesText.forYou],
	['/dashboard', layoutText.me],
	['/search', null],
] as const)('marks only the current place in the bottom bar: %s', async ([path, current]) => {
	await open(path);
	const places = page.getByRole('navigation', { name: layoutText.places }).getByRole('link');
	await expect.element(places.first()).toBeVisible();
	expect(places.elements().map((link) => link.textContent)).toEqual([
		layoutText.home,
		commonText.videos,
		commonText.post,
		pageTitlesText.forYou,
		layoutText.me,
	]);
	const marked = places.elements().filter((link) => link.classList.contains('font-semibold'));
	expect(marked.map((link) => link.textContent)).toEqual(current === null ? [] : [current]);
});

test('lists the categories in the rail on wide screens, with counts and the current one marked', async () => {
	await page.viewport(1280, 800);
	onTestFinished(() => page.viewport(360, 740));
	const { address } = await open('/?category=Motorcycles');
	await expect.element(rail.getByRole('link', { name: /^Motorcycles/ })).toHaveAttribute('aria-current', 'page');
	expect(await findViolations()).toEqual([]);
	await rail.getByRole('link', { name: "Women's Bags 2 ads" }).click();
	await expect.poll(address).toBe('/?category=Women%27s+Bags');
	await expect.element(rail.getByRole('link', { name: "Women's Bags 2 ads" })).toHaveAttribute('aria-current', 'page');
	await rail.getByRole('link', { name: layoutText.everything }).click();
	await expect.poll(address).toBe('/');
});

test.for([
	['a visitor', 360],
	['a visitor', 1280],
	['a user', 360],
	['a user', 1280],
] as const)('has one menu with all settings for %s at %d px', async ([who, width]) => {
	await page.viewport(width, 800);
	onTestFinished(() => page.viewport(360, 740));
	if (who === 'a user') logIn();
	const { address } = await open('/');
	await page.getByRole('button', { name: /^Menu/ }).click();
	const dark = page.getByRole('menuitemcheckbox', { name: layoutText.darkTheme });
	const sounds = page.getByRole('menuitemcheckbox', { name: layoutText.sounds });
	await expect.element(sounds).toBeChecked();
	await sounds.click();
	await expect.element(sounds).not.toBeChecked();
	await dark.click();
	await expect.element(dark).toBeChecked();
	expect(await findViolations()).toEqual([]);
	await dark.click();
	const paths = page
		.getByRole('menuitem')
		.elements()
		.map((item) => item.getAttribute('href'));
	for (const path of ['/learning', '/wishlist', '/data-saver', '/termsAndCondition', '/privacy', '/api/docs']) {
		expect(paths).toContain(path);
	}
	expect(paths.includes('/Login')).toBe(who === 'a visitor');
	expect(paths.includes('/profile/user/ada_obi')).toBe(who === 'a user');
	await page.getByRole('menuitem', { name: dataSaverText.title }).click();
	await expect.poll(address).toBe('/data-saver');
});

test.for([
	['user', 0],
	['admin', 1],
] as const)('links to administration for administrators only: role %s', async ([role, times]) => {
	logIn({ role });
	await open('/');
	await page.getByRole('button', { name: layoutText.menu }).click();
	await expect.element(page.getByRole('menuitem', { name: dashboardText.title })).toBeVisible();
	expect(page.getByRole('menuitem', { name: commonText.administration }).elements()).toHaveLength(times);
	await userEvent.keyboard('{Escape}');
	await page.viewport(1280, 800);
	onTestFinished(() => page.viewport(360, 740));
	const places = page.getByRole('navigation', { name: layoutText.places });
	await expect.element(places.getByRole('link', { name: layoutText.me })).toBeVisible();
	expect(places.getByRole('link', { name: commonText.administration }).elements()).toHaveLength(times);
});

test.for([
	[360, 740],
	[1280, 800],
] as const)(
	'covers only the content with a spinner once the next page takes 400 ms, at %i × %i',
	async ([width, height]) => {
		await page.viewport(width, height);
		const arrived = Promise.withResolvers<null>();
		const clientLoader = ({ request }: { request: Request }) =>
			request.url.endsWith('/for-you') ? arrived.promise : null;
		await renderRoute(
			'*',
			{ default: layout.default, clientLoader },
			{
				api: fakeApi({ listCategories: () => ({ items: [] }), listSuggestedSellers: () => ({ items: [] }) }),
				url: '/',
			},
		);
		const places = page.getByRole('navigation', { name: layoutText.places });
		const link = places.getByRole('link', { name: pageTitlesText.forYou });
		let clickedAt = Number.NaN;
		link.element().addEventListener('click', ({ timeStamp }) => {
			clickedAt = timeStamp;
		});
		await link.click();
		const spinner = page.getByRole('main').getByRole('status');
		await expect.element(spinner.getByText(layoutText.loadingPage)).toBeInTheDocument();
		expect(performance.now() - clickedAt).toBeGreaterThanOrEqual(400);
		const getTop = (x: number, y: number) => document.elementFromPoint(x, y);
		const main = page.getByRole('main').element().getBoundingClientRect();
		expect(spinner.element().parentElement?.parentElement?.contains(getTop(main.left + main.width / 2, 200))).toBe(
			true,
		);
		const { left, top } = link.element().getBoundingClientRect();
		expect(link.element().contains(getTop(left + 5, top + 5))).toBe(true);
		arrived.resolve(null);
		await expect.element(spinner).not.toBeInTheDocument();
	},
);
