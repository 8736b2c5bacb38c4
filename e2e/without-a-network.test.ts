import * as commonText from '../contract/text/common.ts';
import * as errorsText from '../contract/text/errors.ts';
import * as pageTitlesText from '../contract/text/page-titles.ts';
import { expectHeading } from './support/expect.ts';
import { settled } from './support/settled.ts';
import { expect, test } from './support/test.ts';

const lostPage = errorsText.pageFailed;

test('a tap without a network keeps the app, and trying again with one arrives', async ({ market }) => {
	const page = await market.phone();
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await settled(page);
	await market.goOffline(page);

	await page.getByRole('navigation', { name: 'Places' }).getByText(commonText.logIn).click();
	await expectHeading(page, lostPage);
	await page.getByText(errorsText.noResponse).waitFor();

	const again = page.getByRole('button', { name: commonText.tryAgain });
	await again.click();
	await again.and(page.locator(':enabled')).waitFor();
	await expectHeading(page, lostPage);

	await page.context().setOffline(false);
	await again.click();
	await page.getByLabel('Email').waitFor();
	expect(new URL(page.url()).pathname).toBe('/Login');
});

test('the way home works without a network', async ({ market }) => {
	const page = await market.phone();
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await settled(page);
	await market.goOffline(page);

	await page.getByRole('navigation', { name: 'Places' }).getByText('Post').click();
	await expectHeading(page, lostPage);
	await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
	await expectHeading(page, pageTitlesText.trending);
});
