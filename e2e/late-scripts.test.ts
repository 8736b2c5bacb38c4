import * as commonText from '../text/shared/common.ts';
import * as layoutText from '../text/shared/layout.ts';
import { eventually } from './support/expect.ts';
import { expect, makeConfigurationFixture, test } from './support/test.ts';

test.use(makeConfigurationFixture({ sample: true }));

test('reacts to taps although the pictures on the screen do not arrive', async ({ market }) => {
	const page = await market.newPhonePage();
	const held = Promise.withResolvers<void>();
	await page.route('**/media/**', async (route) => {
		await held.promise;
		await route.abort();
	});
	await page.goto('/', { waitUntil: 'commit' });
	await eventually(() => page.evaluate(() => 'hydrated' in document.documentElement.dataset)).toBe(true);
	expect(await page.evaluate(() => document.readyState)).not.toBe('complete');
	await page.getByRole('button', { name: layoutText.menu }).click();
	await expect(page.getByRole('menuitem', { name: commonText.logIn })).toBeVisible();
	market.allowErrors(/ERR_FAILED/);
	held.resolve();
});
