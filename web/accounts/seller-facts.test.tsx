import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as badgesText from '../../text/web/badges.ts';
import { findViolations } from '../testing/accessibility.ts';
import { render } from '../testing/render.tsx';
import { SellerFacts } from './seller-facts.tsx';

test('the facts of a seller list each proof and the response time', async () => {
	const { rerender } = await render(<SellerFacts verified={['phone', 'business']} response_time="hour" />);
	for (const text of ['Phone number verified', 'Business verified', 'Usually answers within an hour']) {
		await expect.element(page.getByRole('listitem').getByText(text)).toBeVisible();
	}
	expect(await findViolations()).toEqual([]);
	rerender(<SellerFacts response_time="days" />);
	await expect.element(page.getByText(badgesText.responseTimes.days)).toBeVisible();
	expect(page.getByRole('listitem').elements()).toHaveLength(1);
	rerender(<SellerFacts />);
	await expect.element(page.getByRole('list')).not.toBeInTheDocument();
});
