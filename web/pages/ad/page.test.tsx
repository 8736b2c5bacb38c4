import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import * as commonText from '../../../text/shared/common.ts';
import * as adPageText from '../../../text/web/ad-page.ts';
import * as galleryText from '../../../text/web/gallery.ts';
import * as pinnedProductsText from '../../../text/web/pinned-products.ts';
import { setSession } from '../../accounts/session.ts';
import { useLogout } from '../../app/use-logout.ts';
import { AdCard } from '../../feed/cards/ad-card.tsx';
import { listIndexedDbNames } from '../../platform/indexed-db.ts';
import { persistedQueryPrefix } from '../../platform/persisted-queries.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAd, makeAdCard } from '../../testing/ads.ts';
import { logIn } from '../../testing/browser-state.ts';
import {
	fakeApi,
	type Handlers,
	makeDeferredHandler,
	makeProblemResponse,
	throwNetworkError,
} from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import { Button } from '../../ui/button.tsx';
import * as adPage from './page.tsx';

function ErrorStatus() {
	const error = useRouteError();
	return <h1>{isRouteErrorResponse(error) ? error.status : 'failed'}</h1>;
}

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
			<div style={{ width: 160 }}>
				<AdCard ad={makeAdCard(8, { negotiable: true })} sizes="160px" />
			</div>
		</>
	);
}

async function open(handlers: Handlers = {}) {
	const api = fakeApi({
		getAd: ({ params }) => makeAd(Number(params.id)),
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
		ErrorBoundary: ErrorStatus,
		default: (props: ComponentProps<typeof adPage.default>) => (
			<WithActor>
				<AppControls />
				<adPage.default {...props} />
			</WithActor>
		),
	};
	return { api, ...(await renderRoute('/feed/:id/:productName', route, { api, url: '/feed/7/lamp-7' })) };
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

const tapCard = () => page.getByRole('link', { name: 'Lamp 8' }).click();
const article = page.getByRole('article');
const description = page.getByText('Six yards.');

test('shows what the tapped card knows until the ad arrives, and then counts one view', async () => {
	const beacon = vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
	const countViews = () => {
		window.dispatchEvent(new Event('pagehide'));
		return beacon.mock.calls.map(([, body]) => String(body)).filter((body) => body.includes('"id":8')).length;
	};
	const { api, address } = await open();
	await expect.element(description).toBeVisible();
	const { handler, resolve } = makeDeferredHandler<ReturnType<typeof makeAd>>();
	api.handle({ getAd: handler });
	await tapCard();
	await expect.element(heading('Lamp 8')).toBeVisible();
	expect(address()).toBe('/feed/8/lamp-8');
	expect(document.title).toBe('Lamp 8 · Kasuwa');
	await expect.element(article.getByText('NGN 70,000')).toBeVisible();
	await expect.element(article.getByText('Yaba, Lagos')).toBeVisible();
	await expect.element(page.getByRole('status').getByText(adPageText.loading)).toBeInTheDocument();
	await expect.element(description).not.toBeInTheDocument();
	expect(countViews()).toBe(0);
	expect(await findViolations()).toEqual([]);
	resolve(makeAd(8, { title: 'Lamp 8, reduced' }));
	await expect.element(heading('Lamp 8, reduced')).toBeVisible();
	await expect.element(description).toBeVisible();
	expect(document.title).toBe('Lamp 8, reduced · Kasuwa');
	expect(countViews()).toBe(1);
	expect(api.calls('getAd').map(({ params }) => params.id)).toEqual(['7', '8']);
});

test('opens no photo with the second click of a double click on a card', async () => {
	const cover = { url: '/media/7/w320.webp', width: 320, height: 240, placeholder: null, sizes: [] };
	await open({ getAd: () => makeAd(7, { cover, gallery: [cover] }) });
	const photo = button(galleryText.zoomInto(1, 1));
	await photo.click();
	await expect.element(page.getByRole('dialog')).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
	/** Clicks the photo, whose lightbox has loaded by now, and returns how many dialogs are open one frame later. */
	async function click(detail: number): Promise<number> {
		photo.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
		await new Promise(requestAnimationFrame);
		return page.getByRole('dialog').elements().length;
	}
	expect(await click(2)).toBe(0);
	expect(await click(1)).toBe(1);
});

test('prefers the ad of an earlier visit to the tapped card', async () => {
	const { api, goBack } = await open({
		getAd: ({ params }) => makeAd(Number(params.id), { title: `Ad ${params.id}` }),
	});
	await expect.element(heading('Ad 7')).toBeVisible();
	await tapCard();
	await expect.element(heading('Ad 8')).toBeVisible();
	goBack();
	await expect.element(heading('Ad 7')).toBeVisible();
	api.handle({ getAd: throwNetworkError });
	await tapCard();
	await expect.element(heading('Ad 8')).toBeVisible();
	await expect.element(description).toBeVisible();
});

test('reports that the ad of a tapped card is gone', async () => {
	const { api } = await open();
	await expect.element(description).toBeVisible();
	api.handle({ getAd: () => makeProblemResponse(404, { code: 'not_found', message: 'No such ad.' }) });
	await tapCard();
	await expect.element(heading('404')).toBeVisible();
});

test.for([
	['the network fails', throwNetworkError],
	['the server fails', () => makeProblemResponse(503, { code: 'unavailable', message: 'Try again later.' })],
] as const)('keeps what the tapped card knows if %s, and loads the ad on retry', async ([, getAd]) => {
	const { api } = await open();
	await expect.element(description).toBeVisible();
	api.handle({ getAd });
	await tapCard();
	await expect.element(page.getByRole('heading', { name: adPageText.loadFailed })).toBeVisible();
	await expect.element(heading('Lamp 8')).toBeVisible();
	api.handle({ getAd: () => makeAd(8) });
	await button(commonText.tryAgain).click();
	await expect.element(description).toBeVisible();
});

test('shows the persisted copy of a tapped ad without a network', async () => {
	const { api, goBack } = await open();
	await tapCard();
	await expect.element(heading('Lamp 8')).toBeVisible();
	await expect.poll(() => listIndexedDbNames(persistedQueryPrefix)).toContain(`${persistedQueryPrefix}0/["ad","8"]`);
	goBack();
	await expect.element(heading('Lamp 7')).toBeVisible();
	await cleanup();
	const again = await open();
	await expect.element(heading('Lamp 7')).toBeVisible();
	again.api.handle({ getAd: throwNetworkError });
	await tapCard();
	await expect.element(heading('Lamp 8')).toBeVisible();
	await expect.element(description).toBeVisible();
	expect(api.calls('getAd')).toHaveLength(2);
});
