import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectHeading } from './support/expect.ts';
import { openMarket } from './support/market.ts';
import { settled } from './support/settled.ts';
import { noNetwork } from './support/troubles.ts';

const market = openMarket();
const lostPage = 'This page could not be loaded';

async function goOffline(page: Page): Promise<void> {
	await page.context().setOffline(true);
	market.allow(...noNetwork);
}

test('a tap without a network keeps the app, and trying again with one arrives', async () => {
	const page = await market.phone();
	await page.goto('/');
	await expectHeading(page, 'Trending now');
	await settled(page);
	await goOffline(page);

	await page.getByRole('navigation', { name: 'Places' }).getByText('Log in').click();
	await expectHeading(page, lostPage);
	await page.getByText('No answer came. Check your connection and try again.').waitFor();

	const again = page.getByRole('button', { name: 'Try again' });
	await again.click();
	await again.and(page.locator(':enabled')).waitFor();
	await expectHeading(page, lostPage);

	await page.context().setOffline(false);
	await again.click();
	await page.getByLabel('Email').waitFor();
	expect(new URL(page.url()).pathname).toBe('/Login');
});

test('the way home works without a network', async () => {
	const page = await market.phone();
	await page.goto('/');
	await expectHeading(page, 'Trending now');
	await settled(page);
	await goOffline(page);

	await page.getByRole('navigation', { name: 'Places' }).getByText('Post').click();
	await expectHeading(page, lostPage);
	await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
	await expectHeading(page, 'Trending now');
});
