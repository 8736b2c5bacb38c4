import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as chooseFormatText from '../../../text/web/choose-format.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as marketPage from './page.tsx';

test.for([
	[chooseFormatText.images, '/dashboard/postAd'],
	[chooseFormatText.videos, '/dashboard/postvideo'],
] as const)('links "%s" to %s', async ([title, to]) => {
	const { address } = await renderRoute('/dashboard/market', marketPage);
	const link = page.getByRole('link', { name: title, exact: false });
	await expect.element(link).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await link.click();
	await expect.poll(address, { timeout: 15_000 }).toBe(to);
});
