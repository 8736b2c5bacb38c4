import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as pinnedProductsText from '../../../contract/text/pinned-products.ts';
import { setSession } from '../../accounts/session.ts';
import { makeAd } from '../../testing/ads.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import { Button } from '../../ui/button.tsx';
import { useLogout } from '../use-logout.ts';
import * as adPage from './page.tsx';

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const button = (name: string) => page.getByRole('button', { name });

beforeEach(() => void vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true));

function AppControls() {
	const queries = useQueryClient();
	const logOut = useLogout(false);
	return (
		<>
			<Button onClick={() => void queries.invalidateQueries()}>Changed</Button>
			<Button onClick={() => void logOut()}>Out</Button>
		</>
	);
}

async function open(handlers: Handlers = {}) {
	const api = fakeApi({
		getAd: () => makeAd(7),
		listUserPosts: () => ({ items: [], next_cursor: null }),
		listSimilarAds: () => ({ items: [] }),
		listComments: () => ({ items: [], next_cursor: null }),
		listMyLikes: () => ({ ads: [], posts: [] }),
		listFollowing: () => ({ items: [], next_cursor: null }),
		getSaved: () => ({ ids: [] }),
		getAdReview: () => ({ can_review: false, can_review_from: null, review: null }),
		logOut: () => undefined,
		...handlers,
	});
	const route = {
		...adPage,
		default: (props: ComponentProps<typeof adPage.default>) => (
			<WithActor>
				<AppControls />
				<adPage.default {...props} />
			</WithActor>
		),
	};
	return { api, ...(await renderRoute('/feed/:id/:productName', route, { api, at: '/feed/7/lamp-7' })) };
}

test('shows refetched data', async () => {
	const { api } = await open();
	await expect.element(heading('Lamp 7')).toBeVisible();
	expect(api.calls('getAd')).toHaveLength(1);
	api.handle({ getAd: () => makeAd(7, { title: 'Lamp 7, reduced', price: 'NGN 60,000' }) });
	await button('Changed').click();
	await expect.element(heading('Lamp 7, reduced')).toBeVisible();
	await expect.element(page.getByText('NGN 60,000')).toBeVisible();
});

test('keeps showing the ad if a refetch fails', async () => {
	const { api } = await open();
	await expect.element(heading('Lamp 7')).toBeVisible();
	api.handle({ getAd: throwNetworkError });
	await button('Changed').click();
	await expect.poll(() => api.calls('getAd').length).toBe(5);
	await expect.element(heading('Lamp 7')).toBeVisible();
});

test('leaves the ad at once after a logout, without a refetch', async () => {
	logIn();
	const { api, address, cachedQueries } = await open();
	await expect.element(heading('Lamp 7')).toBeVisible();
	api.handle({ getAd: throwNetworkError });
	await button('Out').click();
	await expect.poll(address).toBe('/');
	await expect.element(heading('Lamp 7')).not.toBeInTheDocument();
	expect(api.calls('getAd')).toHaveLength(1);
	await expect.poll(cachedQueries).toEqual([]);
});

test('keeps showing the ad when another account logs in in another tab', async () => {
	logIn();
	const { api } = await open();
	await expect.element(heading('Lamp 7')).toBeVisible();
	api.handle({ getAd: throwNetworkError });
	const session = logIn({ id: 8, user_name: 'bisi' });
	setSession(session);
	await expect.element(heading('Lamp 7')).toBeVisible();
});

test('names the videos that show the product, and links to them', async () => {
	const videos = [31, 30].map((id) => ({
		id,
		format: 'video' as const,
		title: `Film ${id}`,
		price: null,
		cover: null,
	}));
	await open({ getAd: () => makeAd(7, { videos }) });
	await expect.element(page.getByRole('heading', { name: pinnedProductsText.seenIn(2) })).toBeVisible();
	const links = page.getByRole('link', { name: /^Film/ }).elements();
	expect(links.map((link) => link.getAttribute('href'))).toEqual(['/videos?from=31', '/videos?from=30']);
});
