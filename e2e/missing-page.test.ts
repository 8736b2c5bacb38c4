import { categories } from '../contract/market-settings/categories.ts';
import * as commonText from '../text/shared/common.ts';
import * as errorsText from '../text/web/errors.ts';
import { expectHeading } from './support/expect.ts';
import { getResponseSize } from './support/network-transfers.ts';
import { expect, test } from './support/test.ts';

const maxBytes = 5_000;

const paths = [
	'/no-such-page',
	'/feed/999999/gone',
	'/sellervideos/999999/gone',
	'/profile/user/nobody_at_all',
	'/learning/no-such-course',
];

test('a missing page weighs less than 5 KB, and links to the market and to categories without scripts', async ({
	market,
}) => {
	for (const path of paths) {
		for (const encoding of ['br', 'gzip'] as const) {
			const bytes = await getResponseSize(market.address + path, encoding);
			expect.soft(bytes, `${path} compressed with ${encoding}`).toBeLessThan(maxBytes);
		}
	}
	market.allowErrors(/status of 404/);
	const page = await market.newPhonePage({ javaScriptEnabled: false });
	await page.goto('/no-such-page');
	await expectHeading(page, errorsText.notFoundTitle);
	const main = page.getByRole('main');
	await expect(main.getByRole('link', { name: commonText.goToMarket })).toHaveAttribute('href', '/');
	const names = await main.getByRole('listitem').getByRole('link').allTextContents();
	expect(categories).toEqual(expect.arrayContaining(names));
	await main.getByRole('link', { name: names[0] ?? '', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1 })).toContainText(names[0] ?? '');
});
