import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as badgesText from '../../contract/text/badges.ts';
import { makeAdCard } from '../testing/ads.ts';
import { render } from '../testing/render.tsx';
import { AdCover } from './ad-cover.tsx';

const mark = page.getByText(badgesText.verified);

test('marks the ad of a verified seller, and says to everyone exactly what was proven', async () => {
	const cover = { ad: makeAdCard(1), sizes: '100vw' };
	const { rerender } = await render(<AdCover {...cover} verified={badgesText.describeVerified(['phone'])} />);
	await expect.element(mark).toBeVisible();
	await expect.element(mark).toHaveAttribute('aria-hidden', 'true');
	await expect.element(page.getByTitle('Phone number verified')).toBeVisible();
	await expect.element(page.getByText('Phone number verified', { exact: true })).toHaveClass('sr-only');
	rerender(<AdCover {...cover} verified={badgesText.describeVerified(['phone', 'business'])} />);
	await expect.element(page.getByTitle('Phone number verified, Business verified')).toBeVisible();
	rerender(<AdCover {...cover} verified={badgesText.describeVerified()} />);
	await expect.element(mark).not.toBeInTheDocument();
	rerender(
		<AdCover {...cover} ad={makeAdCard(1, { state: 'sold' })} verified={badgesText.describeVerified(['phone'])} />,
	);
	await expect.element(mark).not.toBeInTheDocument();
});
