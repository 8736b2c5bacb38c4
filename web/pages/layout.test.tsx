import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import * as commonText from '../../contract/text/common.ts';
import * as dashboardText from '../../contract/text/dashboard.ts';
import * as layoutText from '../../contract/text/layout.ts';
import * as pageTitlesText from '../../contract/text/page-titles.ts';
import { findViolations } from '../testing/accessibility.ts';
import { logIn } from '../testing/browser-state.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { renderRoute } from '../testing/render.tsx';
import * as layout from './layout.tsx';

const rail = page.getByRole('navigation', { name: layoutText.categories });

async function open(at: string) {
	const api = fakeApi({
		listCategories: () => ({ items: [{ category: "Women's Bags", ads: 2 }] }),
		listSuggestedSellers: () => ({ items: [] }),
	});
	return renderRoute('/', { default: layout.default }, { api, at });
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

test('shows the courses and the search in the top bar on phones', async () => {
	const { address } = await open('/');
	const bar = page.getByRole('banner');
	await expect.element(bar.getByRole('link', { name: commonText.search })).toHaveAttribute('href', '/search');
	await bar.getByRole('link', { name: commonText.courses }).click();
	await expect.poll(address).toBe('/learning');
});

test('lists the categories in the rail on wide screens, with counts and the current one marked', async () => {
	await page.viewport(1280, 800);
	onTestFinished(() => page.viewport(360, 740));
	const { address } = await open('/?category=Motorcycles');
	await expect.element(rail.getByRole('link', { name: 'Motorcycles' })).toHaveAttribute('aria-current', 'page');
	expect(await findViolations()).toEqual([]);
	await rail.getByRole('link', { name: "Women's Bags 2 ads" }).click();
	await expect.poll(address).toBe('/?category=Women%27s+Bags');
	await expect.element(rail.getByRole('link', { name: "Women's Bags 2 ads" })).toHaveAttribute('aria-current', 'page');
	await rail.getByRole('link', { name: layoutText.everything }).click();
	await expect.poll(address).toBe('/');
});

test.for([
	['user', 0],
	['admin', 1],
] as const)('links to administration for administrators only: role %s', async ([role, times]) => {
	logIn({ role });
	await open('/');
	await page.getByRole('button', { name: layoutText.menu }).click();
	await expect.element(page.getByRole('menuitem', { name: dashboardText.myUploads })).toBeVisible();
	expect(page.getByRole('menuitem', { name: commonText.administration }).elements()).toHaveLength(times);
	await page.viewport(1280, 800);
	onTestFinished(() => page.viewport(360, 740));
	const places = page.getByRole('navigation', { name: layoutText.places });
	await expect.element(places.getByRole('link', { name: layoutText.me })).toBeVisible();
	expect(places.getByRole('link', { name: commonText.administration }).elements()).toHaveLength(times);
});
