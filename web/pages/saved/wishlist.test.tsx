import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AdCard } from '../../../contract/ads/ads.ts';
import * as messages from '../../../contract/core/messages.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as controlsText from '../../../text/web/controls.ts';
import * as errorsText from '../../../text/web/errors.ts';
import * as offlineVideosText from '../../../text/web/offline-videos.ts';
import * as savedText from '../../../text/web/saved.ts';
import { adPath } from '../../ads/paths.ts';
import { storedLists } from '../../saved-items/lists.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAdCard } from '../../testing/ads.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../../testing/fake-api.ts';
import { listStoredFiles, makeRendition, storeVideo } from '../../testing/offline-videos.ts';
import { renderRoute } from '../../testing/render.tsx';
import { openTab } from '../../testing/tabs.ts';
import { WithActor } from '../../testing/with-actor.tsx';
import * as wishlistPage from './wishlist.tsx';

const blue = makeAdCard(1, { title: 'Blue cloth stays' });
const red = makeAdCard(2, { title: 'Red cloth goes' });
const card = (ad: AdCard) => page.getByRole('link', { name: ad.title });
const search = page.getByLabelText(savedText.searchLabel);
const goneNotice = page.getByText(savedText.gone.wishlist);
const wishlist = () => localStorage.getItem('wishlist');

async function open(ads: AdCard[], handlers: Handlers = {}) {
	const api = fakeApi({
		listAdsById: ({ query }) => ({ items: ads.filter(({ id }) => query.ids?.split(',').includes(String(id))) }),
		...handlers,
	});
	const route = {
		...wishlistPage,
		default: () => (
			<WithActor>
				<wishlistPage.default />
			</WithActor>
		),
	};
	return { api, ...(await renderRoute('/wishlist', route, { api })) };
}

test('explains how to save an item if nothing is saved', async () => {
	const { address } = await open([]);
	await expect.element(page.getByRole('heading', { name: savedText.emptyTitle })).toBeVisible();
	await expect.element(page.getByText(savedText.emptyHints.wishlist)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('link', { name: commonText.lookAround }).click();
	await expect.poll(address).toBe('/');
});

test('adds an item saved in another tab, and removes an item in all tabs', async () => {
	const { address } = await open([blue]);
	await expect.element(page.getByRole('heading', { name: savedText.emptyTitle })).toBeVisible();
	const tab = openTab();
	tab.localStorage.setItem('wishlist', '[1]');
	await expect.element(card(blue)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	// The whole card links to the ad, except its save button.
	await page.getByRole('button', { name: commonText.save, pressed: true }).click();
	await expect.element(page.getByText(messages.wishlistRemoved)).toBeVisible();
	await expect.element(card(blue)).not.toBeInTheDocument();
	expect(tab.localStorage.getItem('wishlist')).toBe('[]');
	expect(address()).toBe('/wishlist');
});

test("updates a card's saved mark from another tab", async () => {
	storedLists.wishlist.set([1, 2]);
	await open([blue, red]);
	await expect.element(card(red)).toBeVisible();
	const pressed = page.getByRole('button', { name: commonText.save, pressed: true });
	expect(pressed.elements()).toHaveLength(2);
	openTab().localStorage.setItem('wishlist', '[2]');
	await expect.element(card(blue)).not.toBeInTheDocument();
	expect(pressed.elements()).toHaveLength(1);
});

test('shows a deleted item as gone, excludes it from searches, and removes it', async () => {
	storedLists.wishlist.set([2, 1]);
	const { api } = await open([blue]);
	await expect.element(goneNotice).toBeVisible();
	await expect.element(card(blue)).toBeVisible();
	// The cards of a screen load in one request.
	expect(api.calls('listAdsById').map(({ query }) => query)).toEqual([{ ids: '2,1' }]);
	await search.fill('BLUE stays');
	await expect.element(goneNotice).not.toBeInTheDocument();
	await expect.element(card(blue)).toBeVisible();
	await search.fill('green');
	await expect.element(page.getByRole('heading', { name: savedText.noMatch })).toBeVisible();
	await page.getByRole('button', { name: savedText.showAll }).click();
	await page.getByRole('button', { name: commonText.remove }).click();
	await expect.poll(wishlist).toBe('[1]');
	await expect.element(goneNotice).not.toBeInTheDocument();
	await expect.element(card(blue)).toBeVisible();
});

test('shows that the ads failed to load, and loads them on retry', async () => {
	storedLists.wishlist.set([1]);
	const { api } = await open([], { listAdsById: throwNetworkError });
	await expect.element(page.getByRole('alert').getByText(savedText.loadFailed.wishlist)).toBeVisible();
	await expect.element(page.getByRole('alert').getByText(errorsText.noResponse)).toBeVisible();
	api.handle({ listAdsById: () => ({ items: [blue] }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(card(blue)).toBeVisible();
});

test('shows that one ad failed to load, and loads the others', async () => {
	const ads = Array.from({ length: 24 }, (_, index) => makeAdCard(index + 1, { title: `Cloth number ${index + 1}.` }));
	const [last] = ads.slice(-1) as [AdCard];
	storedLists.wishlist.set(ads.map(({ id }) => id));
	const { api } = await open(ads);
	await expect.element(card(last)).toBeVisible();
	api.handle({ listAdsById: throwNetworkError });
	openTab().localStorage.setItem('wishlist', JSON.stringify([100, ...ads.map(({ id }) => id)]));
	const alert = page.getByRole('alert').getByText(controlsText.moreFailed);
	const tryAgain = page.getByRole('button', { name: commonText.tryAgain });
	await expect.element(alert).toBeVisible();
	await expect.element(card(last)).not.toBeInTheDocument();

	await tryAgain.click();
	await expect.element(card(last)).toBeVisible();
	await expect.element(alert).toBeVisible();

	const late = makeAdCard(100, { title: 'Cloth that came late' });
	api.handle({ listAdsById: () => ({ items: [late] }) });
	await tryAgain.click();
	await expect.element(card(late)).toBeVisible();
	await expect.element(alert).not.toBeInTheDocument();
});

test('offers videos for offline use, and shows the total of those on this device', async () => {
	const video = makeAdCard(3, { format: 'video', video: { duration_ms: 7000, bytes: 2_202_010 } });
	await storeVideo(3, makeRendition('three', 2_202_010));
	storedLists.wishlist.set([4, 3, 1]);
	await open([video, { ...video, id: 4 }, blue]);
	await expect.element(page.getByText(offlineVideosText.stored('2.1 MB'))).toBeVisible();
	const action = page.getByRole('button', { name: offlineVideosText.store('2.1 MB') });
	expect(action.elements()).toHaveLength(1);
	// The video feed does not open offline, but the page of a stored video does.
	const lengths = page.getByRole('link', { name: /^Video, 0:07/ }).elements();
	expect(lengths.map((link) => link.getAttribute('href'))).toEqual(['/videos?from=4', adPath(video)]);
	await expect.element(page.getByRole('link', { name: offlineVideosText.total('2.1 MB') })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('button', { name: offlineVideosText.remove }).click();
	await expect.element(page.getByRole('link', { name: offlineVideosText.total('2.1 MB') })).not.toBeInTheDocument();
	expect(action.elements()).toHaveLength(2);
});

test('removes the file of a video that no longer exists', async () => {
	await storeVideo(2, makeRendition('two', 1000));
	storedLists.wishlist.set([2, 1]);
	await open([blue]);
	await expect.element(goneNotice).toBeVisible();
	await expect.poll(listStoredFiles).toEqual([]);
});
