import { type ComponentProps, Suspense } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Profile } from '../../../contract/accounts/accounts.ts';
import type { AdCard } from '../../../contract/ads/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as contactText from '../../../text/shared/contact.ts';
import * as shopText from '../../../text/shared/shop.ts';
import * as badgesText from '../../../text/web/badges.ts';
import * as followsText from '../../../text/web/follows.ts';
import * as profileText from '../../../text/web/profile.ts';
import { InteractionProviders } from '../../app/interaction-providers.tsx';
import { adImageSizes } from '../../feed/cards/ad-list.tsx';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAdCard } from '../../testing/ads.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { makeProfile } from '../../testing/profiles.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import * as profileLayout from './layout.tsx';

const route = {
	...profileLayout,
	default: (props: ComponentProps<typeof profileLayout.default>) => (
		<WithActor>
			<InteractionProviders>
				<Suspense>
					{/* The header covers the padding of the page. */}
					<div className="p-4">
						<profileLayout.default {...props} />
					</div>
				</Suspense>
			</InteractionProviders>
		</WithActor>
	),
};

type Counts = { for_sale: number; sold: number };

interface OpenOptions {
	ads?: readonly AdCard[];
	dataSaver?: boolean;
}

async function open(counts: Counts, profile: Partial<Profile> = {}, { ads = [], dataSaver = false }: OpenOptions = {}) {
	const api = fakeApi({
		getUser: () => makeProfile(profile),
		countUserAds: () => ({ ...counts, categories: [] }),
		listUserAds: () => ({ items: [...ads], next_cursor: null }),
	});
	const rendered = await renderRoute('/profile/user/:user_name/*', route, {
		api,
		url: '/profile/user/ada_obi',
		dataSaver,
	});
	return { ...rendered, api };
}

test('tells how many items are for sale and sold, and links to those for sale', async () => {
	const { address } = await open({ for_sale: 12, sold: 3 });
	await expect.element(page.getByRole('listitem').getByText('3 sold')).toBeVisible();
	const tabs = page.getByRole('navigation', { name: profileText.title });
	const tab = tabs.getByRole('link', { name: shopText.tab });
	await expect.element(tab).toHaveAttribute('aria-current', 'page');
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: '12 items for sale' }).click();
	await expect.poll(address).toBe('/profile/user/ada_obi/shop');
	await expect.element(tab).toHaveAttribute('aria-current', 'true');
	await tabs.getByRole('link', { name: 'Videos' }).click();
	await expect.poll(address).toBe('/profile/user/ada_obi/videos');
	await expect.element(tab).not.toHaveAttribute('aria-current');
});

test('tells no number of items if there is none', async () => {
	await open({ for_sale: 0, sold: 0 });
	await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect.element(page.getByText(/for sale|sold/)).not.toBeInTheDocument();
});

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const pictures = () => [...document.querySelectorAll<HTMLImageElement>('header img')];

test('shows the newest pictures of the shop on the cover', async () => {
	const cover = { url: pixel, width: 320, height: 400, placeholder: null, sizes: [] };
	const ads = [1, 2, 3, 4, 5].map((id) => makeAdCard(id, { cover }));
	await page.viewport(360, 740);
	await open({ for_sale: 5, sold: 0 }, {}, { ads });
	await expect.poll(() => pictures().length).toBe(5);
	expect(pictures().filter((picture) => picture.checkVisibility()).length).toBe(3);
	// The same attribute makes the browser choose the file that the cards below show.
	expect(pictures().map(({ sizes }) => sizes)).toEqual(ads.map(() => adImageSizes));
	await page.viewport(1280, 800);
	expect(pictures().filter((picture) => picture.checkVisibility()).length).toBe(5);
});

test('loads no pictures for the cover with data saver', async () => {
	const cover = { url: pixel, width: 320, height: 400, placeholder: null, sizes: [] };
	const { api, pendingQueries } = await open(
		{ for_sale: 1, sold: 0 },
		{},
		{ ads: [makeAdCard(1, { cover })], dataSaver: true },
	);
	await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect.poll(pendingQueries).toBe(0);
	expect(pictures()).toEqual([]);
	expect(api.calls('listUserAds')).toEqual([]);
});

test.for([320, 360])('fits the chat, the call and Follow in one row at %i px', async (width) => {
	await page.viewport(width, 740);
	await open(
		{ for_sale: 12, sold: 3 },
		{
			has_whatsapp: true,
			has_call_number: true,
			verified: ['phone'],
			response_time: 'hour',
			rating: { average: 4.6, count: 12 },
			place: 'Bodija, Ibadan',
			bio: 'Foodstuff at market price, cleaned and packed.\nWe deliver within town every evening.',
		},
	);
	const actions = [
		page.getByRole('link', { name: commonText.chatOnWhatsapp, exact: false }),
		page.getByRole('button', { name: followsText.followName('ada_obi') }),
		page.getByRole('link', { name: contactText.callSeller }),
	];
	for (const action of actions) await expect.element(action).toBeVisible();
	const boxes = actions.map((action) => action.element().getBoundingClientRect());
	expect(new Set(boxes.map(({ top }) => top)).size).toBe(1);
	expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
	const facts = page.getByRole('banner').getByRole('listitem').elements();
	expect(
		new Set(facts.map((fact) => fact.getBoundingClientRect().y + fact.getBoundingClientRect().height / 2)).size,
	).toBe(1);
	expect(document.documentElement.scrollWidth).toBe(width);
	expect(page.getByText(badgesText.verifiedKinds.phone).elements()).toHaveLength(1);
	expect(await findViolations()).toEqual([]);
});

const longFacts: Partial<Profile> = {
	verified: ['phone', 'business'],
	response_time: 'days',
	place: 'Opposite Bodija International Market Gate, Ibadan, Oyo State',
	business_name: 'ADEBAYO AND SONS GENERAL MERCHANDISE, IMPORT, EXPORT AND FOODSTUFF COMPANY OF NIGERIA LIMITED',
};
const facts = page.getByRole('list', { name: shopText.facts });
const getRight = (element: Element) => element.getBoundingClientRect().right;

test('scrolls long facts on a phone to their last word, by keyboard too', async () => {
	await page.viewport(320, 740);
	await open({ for_sale: 0, sold: 0 }, longFacts);
	await expect.element(facts).toHaveAttribute('tabindex', '0');
	expect(await findViolations()).toEqual([]);
	const list = facts.element();
	list.scrollTo({ left: list.scrollWidth });
	const last = list.lastElementChild as Element;
	// The last 2 rem fade. The position to which the list scrolls is a whole pixel.
	await expect.poll(() => getRight(list) - getRight(last)).toBeGreaterThan(31);
});

test.for([100, 200])('breaks long facts into lines on a tablet with text of %i percent', async (size) => {
	await page.viewport(768, 1024);
	document.documentElement.style.fontSize = `${size}%`;
	onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
	await open({ for_sale: 0, sold: 0 }, longFacts);
	await expect.element(facts).toBeVisible();
	for (const fact of facts.getByRole('listitem').elements()) {
		expect(getRight(fact)).toBeLessThanOrEqual(getRight(facts.element()));
	}
	expect(document.documentElement.scrollWidth).toBe(768);
	await expect.element(facts).not.toHaveAttribute('tabindex');
});

test.for([360, 1280])('moves the focus down the header at %i px', async (width) => {
	await page.viewport(width, 800);
	const rating = { average: 4.6, count: 12 };
	const bio = 'Foodstuff at market price, cleaned and packed. '.repeat(5);
	await open({ for_sale: 12, sold: 3 }, { has_whatsapp: true, has_call_number: true, rating, bio });
	await expect.element(page.getByRole('button', { name: commonText.readMore })).toBeVisible();
	const middles = [...document.querySelectorAll('header :is(a, button)')].map((control) => {
		const { top, bottom } = control.getBoundingClientRect();
		return (top + bottom) / 2;
	});
	expect(middles).toEqual(middles.toSorted((one, other) => one - other));
});

test('shows one line of what the seller says, and all of it on a tap', async () => {
	await page.viewport(360, 740);
	const bio =
		'Foodstuff at market price, cleaned and packed. We deliver within town every evening, and on Sundays too.';
	await open({ for_sale: 1, sold: 0 }, { bio });
	const text = page.getByText(bio);
	await page.getByRole('button', { name: commonText.readMore }).click();
	const whole = text.element().getBoundingClientRect().height;
	await page.getByRole('button', { name: commonText.collapse }).click();
	expect(text.element().getBoundingClientRect().height).toBeLessThan(whole / 2);
	await page.viewport(1280, 800);
	await expect.element(page.getByRole('button', { name: commonText.readMore })).not.toBeInTheDocument();
});
