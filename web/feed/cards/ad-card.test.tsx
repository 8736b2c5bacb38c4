import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as commonText from '../../../text/shared/common.ts';
import * as badgesText from '../../../text/web/badges.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAdCard } from '../../testing/ads.ts';
import { makePerson } from '../../testing/posts.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import { AdGrid } from './ad-list.tsx';

const save = page.getByRole('button', { name: commonText.save });

const plain = makeAdCard(1, { title: 'Lamp', price: null, place: null });
const full = makeAdCard(2, {
	title: 'Three-seater sofa in brown leather, hardly used, with six cushions',
	condition: 'nigerian_used',
	price: 'NGN 125,000,000',
	location: { state: 'FCT (Abuja)', lga: null },
	format: 'video',
	video: { duration_ms: 45_000, bytes: 2_000_000 },
	pictures: 0,
	seller: { ...makePerson(4, 'weaver'), verified: ['phone', 'business'], rating: { average: 4.6, count: 12 } },
});

const open = (ads = [full]) => {
	const default_ = () => (
		<WithActor>
			<AdGrid ads={ads} />
		</WithActor>
	);
	return renderRoute('/', { default: default_ });
};

const getCards = () => [...document.querySelectorAll('main li, li')] as HTMLElement[];

test('shows price, condition, title, state, time, proof and reviews, and for a video its length and size', async () => {
	await open();
	const card = page.getByRole('listitem');
	for (const text of ['NGN 125,000,000', 'Nigerian used', '0:45 · 1.91 MB', 'FCT (Abuja) ·', '4.6', '(12)']) {
		await expect.element(card.getByText(text, { exact: false }).first()).toBeVisible();
	}
	await expect.element(card.getByText(badgesText.verified)).toHaveAttribute('aria-hidden', 'true');
	await expect.element(card.getByTitle('Phone number verified, Business verified')).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('leaves out the mark of an unverified seller, and the seller', async () => {
	await open([plain]);
	await expect.element(page.getByRole('link', { name: 'Lamp' })).toBeVisible();
	await expect.element(page.getByText(badgesText.verified)).not.toBeInTheDocument();
	expect(page.getByRole('link').elements()).toHaveLength(1);
	expect(page.getByRole('button').elements()).toHaveLength(1);
});

test('has the same height with little and with much to say, so that rows of a phone are full', async () => {
	await open([plain, full]);
	await expect.element(save.first()).toBeVisible();
	const [first, second] = getCards().map((card) => card.firstElementChild?.firstElementChild?.getBoundingClientRect());
	expect(first?.width).toBe(first?.height);
	expect(second?.height).toBe(first?.height);
});

test('saves the ad from the picture without opening it', async () => {
	const { address } = await open();
	await expect.element(save).toHaveAttribute('aria-pressed', 'false');
	await save.click();
	await expect.element(save).toHaveAttribute('aria-pressed', 'true');
	expect(address()).toBe('/');
	const { width, height } = save.element().getBoundingClientRect();
	expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
});
