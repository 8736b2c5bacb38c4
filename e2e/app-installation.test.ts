import * as pageTitlesText from '../text/web/page-titles.ts';
import { expectHeading } from './support/expect.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('is installable as an app', async ({ market }) => {
	const page = await market.newPhonePage();
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	const session = await page.context().newCDPSession(page);
	const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
	// `in-incognito` is the only allowed installability error, because test contexts are incognito.
	expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
	const { url, errors } = await session.send('Page.getAppManifest');
	expect(errors).toEqual([]);
	expect(url).toBe(`${market.address}/manifest.webmanifest`);
});
