import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectHeading } from './support/expect.ts';
import { openMarket } from './support/market.ts';
import { signedUp } from './support/people.ts';

const market = openMarket({ sample: true });

interface Place {
	path: string;
	/** Said by its first heading. */
	heading: string | RegExp;
	/** Everybody may see it, and search engines may name it. */
	open?: true;
}

/** What axe finds on the page as it is. The dark theme changes colours only, so there it looks at those. */
async function violations(page: Page): Promise<string[]> {
	const found: string[] = [];
	for (const scheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme: scheme });
		await page.waitForFunction(
			(dark) => document.documentElement.classList.contains('dark') === dark && document.getAnimations().length === 0,
			scheme === 'dark',
		);
		const axe = new AxeBuilder({ page });
		const report = await (scheme === 'light' ? axe : axe.withRules(['color-contrast', 'link-in-text-block'])).analyze();
		for (const { id, nodes } of report.violations) {
			for (const node of nodes) found.push(`${scheme} ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`);
		}
	}
	return found;
}

async function check(page: Page, { path, heading, open }: Place): Promise<string[]> {
	await page.goto(path);
	await expectHeading(page, heading);
	await page.waitForLoadState('networkidle');
	const problems = await violations(page);
	const headings = await page.getByRole('heading', { level: 1 }).count();
	if (headings !== 1) problems.push(`${headings} headings of the first level`);
	if (!/\S.* · Kasuwa$|^Kasuwa · \S/.test(await page.title())) problems.push(`the title is '${await page.title()}'`);
	if (open) {
		const canonical = page.locator('head link[rel="canonical"]');
		const address = (await canonical.count()) === 1 ? await canonical.getAttribute('href') : null;
		if (!address?.startsWith(`${market.address}/`)) problems.push(`the canonical link is ${address}`);
	} else if ((await page.locator('head meta[name="robots"][content="noindex"]').count()) !== 1) {
		problems.push('search engines are not kept away');
	}
	return problems.map((problem) => `${path} ${problem}`);
}

async function firstPath(page: Page, format: 'image' | 'video'): Promise<string> {
	const answer = await page.request.get('/api/feed', { params: { format } });
	const [first] = (await answer.json()).items;
	const text = first.title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
	return `/${format === 'video' ? 'sellervideos' : 'feed'}/${first.id}/${text}`;
}

for (const size of ['phone', 'desk'] as const) {
	test(`a visitor with a ${size}`, async () => {
		const page = await market[size]({ reducedMotion: 'reduce' });
		const places: Place[] = [
			{ path: '/', heading: 'Trending now', open: true },
			{ path: await firstPath(page, 'image'), heading: /./, open: true },
			{ path: await firstPath(page, 'video'), heading: /./, open: true },
			{ path: '/Login', heading: 'Welcome back', open: true },
			{ path: '/signup', heading: 'Open your stall', open: true },
		];
		const problems = [];
		for (const place of places) problems.push(...(await check(page, place)));

		await page.goto('/');
		const seller = page.getByRole('main').getByRole('link').and(page.locator('[href^="/profile/"]')).first();
		const path = (await seller.getAttribute('href')) ?? '';
		problems.push(...(await check(page, { path, heading: /./, open: true })));
		problems.push(...(await check(page, { path: `${path}/videos`, heading: /./, open: true })));

		await page.goto('/');
		await page.getByRole('button', { name: 'Share' }).first().click();
		await page.getByRole('dialog').waitFor();
		problems.push(...(await violations(page)).map((problem) => `share dialog ${problem}`));
		expect(problems).toEqual([]);
	});

	test(`a seller with a ${size}`, async () => {
		const page = await market[size]({ reducedMotion: 'reduce' });
		await signedUp(page);
		const places: Place[] = [
			{ path: '/dashboard', heading: 'My uploads' },
			{ path: '/dashboard/myvideos', heading: 'My videos' },
			{ path: '/dashboard/profileEdit', heading: 'Your profile' },
			{ path: '/dashboard/personal-Info', heading: 'Personal info' },
			{ path: '/dashboard/market', heading: 'How do you want to promote?' },
			{ path: '/dashboard/postvideo', heading: 'Upload a video' },
			{ path: '/dashboard/postAd', heading: 'Promote with pictures' },
			{ path: '/dashboard/password', heading: 'Change password' },
		];
		const problems = [];
		for (const place of places) problems.push(...(await check(page, place)));
		expect(problems).toEqual([]);
	});
}
