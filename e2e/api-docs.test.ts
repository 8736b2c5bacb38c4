import { apiDocsPath } from '../contract/core/api-docs-path.ts';
import * as layoutText from '../text/shared/layout.ts';
import { runAxe } from './support/accessibility.ts';
import { expect, test } from './support/test.ts';

/** Rules that Swagger UI breaks: its headings skip a level, and only its operations are in a landmark. */
const brokenRules = ['heading-order', 'region'];

test('shows the operations of the API to keyboards and screen readers', async ({ market }) => {
	const page = await market.newPhonePage();
	await page.goto(apiDocsPath);
	const firstTag = page.getByRole('button', { name: 'Expand operation' }).first();
	await firstTag.waitFor();
	const violations = (await runAxe(page, 'light')).filter(({ id }) => !brokenRules.includes(id));
	expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
	await firstTag.press('Enter');
	await page
		.getByRole('button', { name: /signUp/ })
		.first()
		.press('Enter');
	await page.getByRole('button', { name: 'Try it out' }).waitFor();
	await page.getByRole('link', { name: layoutText.backToMarket }).press('Enter');
	await page.waitForURL((url) => url.pathname === '/');
});
