import type { Page } from '@playwright/test';
import { limits } from '../contract/limits.ts';
import * as commonText from '../contract/text/common.ts';
import * as errorsText from '../contract/text/errors.ts';
import * as lessonText from '../contract/text/lesson.ts';
import * as offlineText from '../contract/text/offline.ts';
import * as pageTitlesText from '../contract/text/page-titles.ts';
import { eventually, expectHeading } from './support/expect.ts';
import { learnerOf } from './support/learning.ts';
import { clientAt, elsewhere, logOut, operator, sessionEnded, sessionLost, signedUp } from './support/people.ts';
import { postAd } from './support/selling.ts';
import { settled } from './support/settled.ts';
import { expect, runsWith, test } from './support/test.ts';
import { noNetwork } from './support/troubles.ts';
import { violations } from './support/violations.ts';

test.use(runsWith({ env: operator }));
const courseId = 'laravel-complete-course';

/** The names of what the device keeps, as they begin. */
function keptNames(page: Page, beginning: string): Promise<string[]> {
	return page.evaluate(
		(beginning) =>
			new Promise<string[]>((resolve, reject) => {
				const request = indexedDB.open('kept-files', 1);
				request.onupgradeneeded = () => request.result.createObjectStore('files');
				request.onerror = () => reject(request.error);
				request.onsuccess = () => {
					const keys = request.result.transaction('files').objectStore('files').getAllKeys();
					keys.onsuccess = () => {
						request.result.close();
						resolve(keys.result.map(String).filter((name) => name.startsWith(beginning)));
					};
				};
			}),
		beginning,
	);
}

/** Until the app is kept, and an answer with this in its name. */
async function kept(page: Page, answer: string) {
	const names = async (cache: string) =>
		page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url).join(' '), cache);
	await eventually(() => names('frame')).toContain('/offline');
	await eventually(() => names('assets')).toContain('/assets/offline-');
	await eventually(async () => (await keptNames(page, 'answer/')).join(' ')).toContain(answer);
}

/** What was kept, as if it had been kept this many hours earlier. */
async function age(page: Page, hours: number) {
	await page.evaluate(
		(milliseconds) =>
			new Promise<void>((resolve) => {
				const request = indexedDB.open('kept-files', 1);
				request.onsuccess = () => {
					const change = request.result.transaction('files', 'readwrite');
					const cursor = change.objectStore('files').openCursor();
					cursor.onsuccess = () => {
						const found = cursor.result;
						if (!found) return;
						if (String(found.key).startsWith('answer/'))
							found.update({ ...found.value, at: found.value.at - milliseconds });
						found.continue();
					};
					change.oncomplete = () => {
						request.result.close();
						resolve();
					};
				};
			}),
		hours * 3_600_000,
	);
}

test('the feed, what is saved and a lesson open without a network in a new tab, and say how old they are', async ({
	market,
}) => {
	const seller = await elsewhere(market.address);
	await postAd(seller.client, { title: 'A red bag' });
	const page = await market.phone({ reducedMotion: 'reduce' });
	const { token } = await clientAt(market.address).logIn({
		body: { email: operator.ADMIN_EMAIL, password: operator.ADMIN_PASSWORD },
	});
	await clientAt(market.address, token).updateModule({
		params: { id: courseId, module: '1' },
		body: { text: '## Routes\n\nA route answers an **address**.' },
	});
	await learnerOf(market, page, { courseId, name: 'Ada Obi', next: '/' });
	await page.getByRole('button', { name: 'Save' }).first().click();
	await page.getByRole('navigation', { name: 'Places' }).getByText('Saved').click();
	await expectHeading(page, 'Wishlist');
	await page.getByRole('link', { name: /A red bag/ }).waitFor();
	await kept(page, '["saved-item","wishlist"');
	await page.goto(`/learning/${courseId}/modules/1`);
	await page.getByRole('button', { name: lessonText.markAsDone }).waitFor();
	await kept(page, '["courses","lesson"');
	await page.goto('/');
	await page.getByRole('link', { name: /A red bag/ }).waitFor();
	await kept(page, '["feed",null]');
	// This visit's answers have taken the place of the earlier ones.
	await settled(page);
	await age(page, 3);
	await page.close();
	await market.goOffline(page);

	const tab = await page.context().newPage();
	await tab.goto('/');
	await expectHeading(tab, pageTitlesText.trending);
	await tab.getByRole('link', { name: /A red bag/ }).waitFor();
	await tab.getByText('No network. You see this as it was 3 hours ago, and what you do is sent later.').waitFor();
	const picture = tab.locator('main img[src*="/media/"]').first();
	expect(
		await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
	).toBeGreaterThan(0);
	expect(await violations(tab)).toEqual([]);

	await tab.getByRole('navigation', { name: 'Places' }).getByText('Saved').click();
	await expectHeading(tab, 'Wishlist');
	await tab.getByRole('link', { name: /A red bag/ }).waitFor();
	await tab.getByText('as it was 3 hours ago').waitFor();
	await tab.reload();
	await tab.getByRole('link', { name: /A red bag/ }).waitFor();
	await expectHeading(tab, 'Wishlist');

	const lesson = await page.context().newPage();
	await lesson.goto(`/learning/${courseId}/modules/1`);
	await lesson.getByText('A route answers an address.').waitFor();
	await lesson.getByRole('button', { name: lessonText.markAsDone }).click();
	await lesson.getByText('as it was 3 hours ago').waitFor();
	await lesson.getByText(lessonText.done).waitFor();

	await tab.context().setOffline(false);
	await tab.getByText('No network.').waitFor({ state: 'detached' });
	await tab.getByText('as it was').waitFor({ state: 'detached' });
});

test('the lessons of an active course open without a network, although they were never opened', async ({ market }) => {
	const page = await market.phone({ reducedMotion: 'reduce' });
	const { token } = await clientAt(market.address).logIn({
		body: { email: operator.ADMIN_EMAIL, password: operator.ADMIN_PASSWORD },
	});
	const admin = clientAt(market.address, token);
	await admin.updateModule({ params: { id: courseId, module: '2' }, body: { text: 'A view is a **template**.' } });
	await learnerOf(market, page, { courseId, name: 'Bola Ade', next: '/' });
	await kept(page, `["courses","lesson","${courseId}",2,`);
	await eventually(() =>
		page.evaluate(async () => (await (await caches.open('assets')).keys()).map(({ url }) => url).join(' ')),
	).toContain('/assets/markdown-');
	await settled(page);
	await market.goOffline(page);
	const tab = await page.context().newPage();
	await tab.goto(`/learning/${courseId}/modules/2`);
	await tab.getByText('A view is a template.').waitFor();
	await tab.getByText('You see this as it was a moment ago').waitFor();
});

test('a page that is not kept says so, with what opens and a way to try again', async ({ market }) => {
	const seller = await elsewhere(market.address);
	await postAd(seller.client, { title: 'A blue bag' });
	const page = await market.phone({ reducedMotion: 'reduce' });
	await page.goto('/');
	await page.getByRole('link', { name: /A blue bag/ }).waitFor();
	await kept(page, 'answer/0/["feed",null]');
	await market.goOffline(page);

	const tab = await page.context().newPage();
	await tab.goto('/certificate');
	await expectHeading(tab, errorsText.pageFailed);
	await tab.getByRole('heading', { name: offlineText.keptTitle }).waitFor();
	await tab.getByRole('link', { name: 'Trending now as it was a moment ago' }).waitFor();
	expect(await violations(tab)).toEqual([]);
	const again = tab.getByRole('button', { name: commonText.tryAgain });
	await again.click();
	await again.and(tab.locator(':enabled')).waitFor();
	await tab.getByRole('link', { name: /Trending now/ }).click();
	await tab.getByRole('link', { name: /A blue bag/ }).waitFor();

	await tab.goto('/certificate');
	await expectHeading(tab, errorsText.pageFailed);
	await tab.context().setOffline(false);
	await again.click();
	await expectHeading(tab, /certificate/i);
});

test('where the server is gone the kept feed opens, and trying again brings the new one', async ({ market }) => {
	const seller = await elsewhere(market.address);
	await postAd(seller.client, { title: 'A green bag' });
	const page = await market.desk();
	await page.goto('/');
	await page.getByRole('link', { name: /A green bag/ }).waitFor();
	await kept(page, 'answer/0/["feed",null]');
	market.allow(...noNetwork, /ERR_CONNECTION_REFUSED/);
	await page.route('**/api/**', (route) => route.abort('connectionrefused'));
	await market.goOffline(page);
	await page.reload();
	await page.getByRole('link', { name: /A green bag/ }).waitFor();
	let failed = 0;
	page.on('requestfailed', (request) => {
		if (new URL(request.url()).pathname === '/api/feed') failed += 1;
	});
	await page.context().setOffline(false);
	await page.getByText('No answer came. You see this as it was a moment ago.').waitFor();
	// After its own tries the app waits for a tap.
	await eventually(() => failed).toBe(1 + limits.query.retries);
	await page.unroute('**/api/**');
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await page.getByText('No answer came.').waitFor({ state: 'detached' });
	await page.getByRole('link', { name: /A green bag/ }).waitFor();
});

test('what is kept for an account goes when it logs out, and when another one logs in', async ({ market }) => {
	const page = await market.desk();
	await signedUp(page, '/for-you');
	await page.getByRole('heading', { level: 1, name: pageTitlesText.forYou }).waitFor();
	const own = async () => (await keptNames(page, 'answer/')).filter((name) => !name.startsWith('answer/0/'));
	await eventually(async () => (await own()).join(' ')).toContain('["for-you",');
	await logOut(page);
	await eventually(own).toEqual([]);
	await sessionEnded(page);

	await signedUp(page, '/for-you');
	await eventually(async () => (await own()).length).toBeGreaterThan(0);
	const [before = ''] = await own();
	await sessionLost(page);
	await signedUp(page, '/for-you');
	await eventually(async () => (await own()).length).toBeGreaterThan(0);
	await eventually(async () => (await own()).includes(before)).toBe(false);
});

test('a new version is offered and used when asked for', async ({ market }) => {
	const page = await market.desk();
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await kept(page, 'answer/0/["feed",null]');
	// As after a release: the frame names another build.
	await page.route('**/offline', async (route) => {
		const answer = await route.fetch();
		await route.fulfill({
			response: answer,
			body: (await answer.text()).replace(/\/assets\/manifest-[\w-]+\.js/g, '/assets/manifest-new.js'),
		});
	});
	await page
		.context()
		.route('**/assets/manifest-new.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
	await page.evaluate(() => dispatchEvent(new Event('online')));
	const offer = page.getByText(errorsText.newVersion);
	await offer.waitFor();
	expect(await violations(page)).toEqual([]);
	await page.evaluate(() => {
		(globalThis as unknown as { stays: boolean }).stays = true;
	});
	await page.getByRole('button', { name: 'Later' }).click();
	await offer.waitFor({ state: 'detached' });
	expect(await page.evaluate(() => (globalThis as unknown as { stays?: boolean }).stays)).toBe(true);
});

test('a part of the app that a release has replaced is offered anew, not forced', async ({ market }) => {
	const page = await market.phone();
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	await settled(page);
	market.allow(/404/, /Failed to fetch/, /Error loading route module/, /VersionError/, /ERR_/);
	await page.context().route('**/assets/page-*.js', (route) => route.fulfill({ status: 404, body: '' }));
	await page.getByRole('navigation', { name: 'Places' }).getByText(pageTitlesText.forYou).click();
	await expectHeading(page, errorsText.newVersion);
	expect(await violations(page)).toEqual([]);
	await page.context().unrouteAll();
	await page.getByRole('button', { name: errorsText.useNewVersion }).click();
	await expectHeading(page, pageTitlesText.forYou);
});

test('what is saved opens without a network, although its list was never opened', async ({ market }) => {
	const seller = await elsewhere(market.address);
	await postAd(seller.client, { title: 'A yellow bag' });
	const page = await market.phone({ reducedMotion: 'reduce' });
	await page.goto('/');
	const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: /A yellow bag/ }) });
	await card.getByRole('button', { name: 'Save' }).click();
	await kept(page, 'answer/0/["saved-item","wishlist"');
	await eventually(() =>
		page.evaluate(async () => (await (await caches.open('assets')).keys()).map(({ url }) => url).join(' ')),
	).toContain('/assets/wishlist-');
	await kept(page, 'answer/0/["ad",');
	await settled(page);
	await market.goOffline(page);
	const tab = await page.context().newPage();
	await tab.goto('/wishlist');
	await tab.getByRole('link', { name: /A yellow bag/ }).waitFor();
	await tab.getByText('You see this as it was a moment ago').waitFor();
	await tab.getByRole('link', { name: /A yellow bag/ }).click();
	await expectHeading(tab, 'A yellow bag');
	await tab.getByRole('heading', { name: 'Description' }).waitFor();
	await tab.getByText('You see this as it was a moment ago').waitFor();
});

test('the worker is asked for anew each time', async ({ market }) => {
	const answer = await fetch(`${market.address}/service-worker.js`);
	expect(answer.headers.get('cache-control')).toBe('no-cache');
	expect((await answer.text()).length).toBeLessThan(8192);
});
