import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AdCard } from '../../../contract/ads/ads.ts';
import type { ForYouItem } from '../../../contract/feed/feed.ts';
import type { Category } from '../../../contract/market-settings/categories.ts';
import type { Post } from '../../../contract/posts/posts.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as feedText from '../../../text/web/feed.ts';
import * as followsText from '../../../text/web/follows.ts';
import * as forYouText from '../../../text/web/for-you.ts';
import type { MutePreference } from '../../feed/mute-preferences.ts';
import { FollowButton } from '../../follows/follow-button.tsx';
import { findViolations } from '../../testing/accessibility.ts';
import { makeAdCard } from '../../testing/ads.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeDeferredHandler, makeProblemResponse } from '../../testing/fake-api.ts';
import { makePerson, makePost } from '../../testing/posts.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import * as forYouPage from './page.tsx';

const articles = page.getByRole('article');
const undo = page.getByRole('button', { name: commonText.undo, exact: true });
const choices = page.getByRole('button', { name: forYouText.choices });
const post = (text: string) => articles.filter({ hasText: text });
const author = (userName: string) => makePerson(userName.length, userName);
const why = 'It is new';

const toItem = (post: Post): ForYouItem => ({ type: 'post', post, reason: 'fresh', why });

function makeProduct(id: number, overrides: Partial<AdCard> = {}): ForYouItem {
	return { type: 'ad', ad: makeAdCard(id, overrides), reason: 'fresh', why: 'You like lamps' };
}

const product = (name: string) => page.getByRole('link', { name });
const whyProduct = (name: string) => page.getByRole('button', { name: forYouText.whyAd(name) });
const lamps = (...ids: number[]) => ids.map((id) => `Lamp ${id}`);

/** Names of the visible products, in the order of the page's content. */
function products(): string[] {
	const links = [...document.querySelectorAll<HTMLElement>('li h2 a')];
	return links.filter((link) => link.checkVisibility()).map((link) => link.textContent ?? '');
}

function texts(): string[] {
	return articles
		.elements()
		.filter((article) => article.checkVisibility())
		.map((article) => article.querySelector('p[dir]')?.textContent ?? '');
}

/** Fake API with these posts, for a user without mute preferences. */
function serve(posts: Post[], handlers: Handlers = {}) {
	return serveItems(
		posts.map((post) => toItem(post)),
		handlers,
	);
}

/** Fake API with these products and posts, for a user without mute preferences. */
function serveItems(items: ForYouItem[], handlers: Handlers = {}) {
	const mutes: { of: MutePreference; seller: null; created_at: string }[] = [];
	return fakeApi({
		getForYou: () => ({ items, next_cursor: null }),
		listMyLikes: () => ({ ads: [], posts: [] }),
		listFollowing: () => ({ items: [], next_cursor: null }),
		showLess: ({ body }) => {
			const { of, undo = false } = body;
			if (undo) mutes.splice(0);
			else mutes.push({ of, seller: null, created_at: '2026-11-01T09:00:00.000Z' });
		},
		listLess: () => ({ items: mutes }),
		getSaved: () => ({ ids: [] }),
		...handlers,
	});
}

/** For You page with a follow button, and a button that unmounts and remounts the page. */
function PageWithControls() {
	const [isOpen, setOpen] = useState(true);
	return (
		<WithActor>
			<FollowButton userName="weaver" name="weaver" />
			<button type="button" onClick={() => setOpen(!isOpen)}>
				{isOpen ? 'Leave' : 'Return'}
			</button>
			{isOpen && <forYouPage.default />}
		</WithActor>
	);
}

async function open(api: ReturnType<typeof serve>) {
	await renderRoute('/for-you', { ...forYouPage, default: PageWithControls }, { api });
	await expect.element(articles.first()).toBeVisible();
	return api;
}

async function visitAgain() {
	await page.getByRole('button', { name: 'Leave' }).click();
	await page.getByRole('button', { name: 'Return' }).click();
	await expect.element(articles.first()).toBeVisible();
}

async function mute(text: string, choice: string) {
	await post(text).getByRole('button', { name: forYouText.why }).click();
	await post(text).getByRole('button', { name: choice }).click();
}

test('shows a visitor why a post is shown, and leads to the login for preferences', async () => {
	await open(serve([makePost(1)]));
	await expect.element(choices).not.toBeInTheDocument();
	const button = post('Tweet 1').getByRole('button', { name: forYouText.why });
	await expect.element(post('Tweet 1').getByText(why, { exact: false })).not.toBeVisible();
	await button.click();
	await expect.element(button).toHaveAttribute('aria-expanded', 'true');
	await expect.element(post('Tweet 1').getByText(why, { exact: false })).toBeVisible();
	await expect
		.element(post('Tweet 1').getByRole('link', { name: forYouText.logInToChoose }))
		.toHaveAttribute('href', '/Login?next=%2Ffor-you');
	expect(await findViolations()).toEqual([]);
});

test('refetches the list after following and unfollowing, but not while it is visible', async () => {
	logIn();
	const [plates, looms] = [
		makePost(2, { text: 'New plates' }),
		makePost(1, { text: 'Six looms', author: author('weaver') }),
	];
	let isFollowing = false;
	const api = await open(
		serve([], {
			follow: () => {
				isFollowing = true;
				return { following: true, followers: 1 };
			},
			unfollow: () => {
				isFollowing = false;
				return { following: false, followers: 0 };
			},
			getForYou: () => ({
				items: isFollowing
					? [{ type: 'post', post: looms, reason: 'following', why: 'You follow weaver' }, toItem(plates)]
					: [toItem(plates), toItem(looms)],
				next_cursor: null,
			}),
		}),
	);
	await expect.poll(texts).toEqual(['New plates', 'Six looms']);
	await page.getByRole('button', { name: followsText.followName('weaver') }).click();
	await expect.poll(() => api.calls('follow').length).toBe(1);
	await expect.element(page.getByRole('button', { name: followsText.followingName('weaver') })).toBeVisible();
	expect(texts()).toEqual(['New plates', 'Six looms']);
	await visitAgain();
	await expect.poll(texts).toEqual(['Six looms', 'New plates']);
	await post('Six looms').getByRole('button', { name: forYouText.why }).click();
	await expect.element(post('Six looms').getByText('You follow weaver', { exact: false })).toBeVisible();
	await page.getByRole('button', { name: followsText.followingName('weaver') }).click();
	await expect.poll(() => api.calls('unfollow').length).toBe(1);
	await visitAgain();
	await expect.poll(texts).toEqual(['New plates', 'Six looms']);
});

test('limits a muted category to one in five of the later posts until the mute is undone', async () => {
	logIn();
	const mutedCategory: Category = 'Fragrances & Perfumes';
	const posts = Array.from({ length: 14 }, (_, index) =>
		makePost(index + 1, {
			kind: 'talk',
			text: `Talk ${index + 1}.`,
			category: index % 2 === 0 ? mutedCategory : 'Motorcycles',
		}),
	);
	const all = posts.map(({ text }) => text);
	const api = await open(serve(posts));
	await expect.poll(texts).toEqual(all);
	await mute('Talk 3.', forYouText.hideCategory(mutedCategory));
	await expect
		.element(page.getByRole('status').filter({ hasText: forYouText.hideCategoryDone(mutedCategory) }))
		.toBeVisible();
	await expect.element(undo).toHaveFocus();
	// Posts before the muted post stay. Of the later posts, at most one in five is of the muted category.
	await expect
		.poll(texts)
		.toEqual([
			'Talk 1.',
			'Talk 2.',
			'Talk 4.',
			'Talk 5.',
			'Talk 6.',
			'Talk 8.',
			'Talk 10.',
			'Talk 12.',
			'Talk 13.',
			'Talk 14.',
		]);
	await undo.click();
	await expect.poll(texts).toEqual(all);
	await expect.element(page.getByText(forYouText.hideCategoryDone(mutedCategory))).not.toBeInTheDocument();
	await expect.element(post('Talk 3.').getByRole('button', { name: forYouText.why })).toHaveFocus();

	await post('Talk 3.')
		.getByRole('button', { name: forYouText.hideCategory(mutedCategory) })
		.click();
	await expect.poll(() => api.calls('showLess').length).toBe(3);
	const of = { what: 'category', category: mutedCategory };
	expect(api.calls('showLess').map(({ body }) => body)).toEqual([{ of }, { of, undo: true }, { of }]);
	await choices.click();
	await page.getByRole('button', { name: forYouText.undoChoice(forYouText.hideCategory(mutedCategory)) }).click();
	await expect.element(page.getByText(forYouText.undone)).toBeVisible();
	await expect.element(page.getByText(forYouText.choicesEmpty)).toBeVisible();
	await expect.element(page.getByRole('heading', { name: forYouText.choices })).toHaveFocus();
	await expect.poll(texts).toEqual(all);
});

test('hides all posts of a muted seller at once, and restores them when the mute is undone', async () => {
	logIn();
	const posts = [1, 2, 3].flatMap((round) => [
		makePost(round * 2, { text: `Loud ${round}`, author: author('loud') }),
		makePost(round * 2 + 1, { text: `Quiet ${round}`, author: author('quiet_one') }),
	]);
	const api = await open(serve(posts));
	const none = forYouText.hideSeller('loud');
	await mute('Loud 2', none);
	await expect.poll(texts).toEqual(['Quiet 1', 'Quiet 2', 'Quiet 3']);
	await expect.element(undo).toHaveFocus();
	await choices.click();
	const undoChoice = page.getByRole('button', { name: forYouText.undoChoice(none) });
	await expect.element(undoChoice).toBeVisible();
	expect(await findViolations()).toEqual([]);
	const visits = api.calls('getForYou').length;
	await undoChoice.click();
	await expect.poll(texts).toEqual(posts.map(({ text }) => text));
	await expect.poll(() => api.calls('getForYou').length).toBe(visits + 1);
	await expect.element(page.getByText(forYouText.choicesEmpty)).toBeVisible();
});

test('lists mute preferences of an earlier visit while the posts load', async () => {
	logIn();
	const { handler, resolve } = makeDeferredHandler<{ items: ForYouItem[]; next_cursor: null }>();
	const of: MutePreference = { what: 'seller', user_name: 'loud' };
	const api = serve([], {
		getForYou: handler,
		listLess: () => ({ items: [{ of, seller: makePerson(4, 'loud'), created_at: '2026-11-01T09:00:00.000Z' }] }),
	});
	await renderRoute('/for-you', { ...forYouPage, default: PageWithControls }, { api });
	await choices.click();
	await expect.element(page.getByText(forYouText.hideSeller('loud'), { exact: true })).toBeVisible();
	resolve({ items: [toItem(makePost(1))], next_cursor: null });
	await expect.poll(texts).toEqual(['Tweet 1']);
});

test('refetches the mute preferences after following a seller', async () => {
	logIn();
	const api = await open(serve([makePost(1)], { follow: () => ({ following: true, followers: 1 }) }));
	await choices.click();
	await expect.element(page.getByText(forYouText.choicesEmpty)).toBeVisible();
	expect(api.calls('listLess')).toHaveLength(1);
	await page.getByRole('button', { name: followsText.followName('weaver') }).click();
	await expect.poll(() => api.calls('follow').length).toBe(1);
	await visitAgain();
	await choices.click();
	await expect.poll(() => api.calls('listLess').length).toBe(2);
});

test('sends an undo after the mute that is still in flight', async () => {
	logIn();
	const first = Promise.withResolvers<undefined>();
	const api = await open(
		serve([makePost(1), makePost(2, { author: author('quiet_one') })], { showLess: () => first.promise }),
	);
	await mute('Tweet 1', forYouText.hideSeller('mama_risi'));
	await expect.poll(texts).toEqual(['Tweet 2']);
	expect(await findViolations()).toEqual([]);
	await undo.click();
	await expect.poll(texts).toEqual(['Tweet 1', 'Tweet 2']);
	expect(api.calls('showLess')).toHaveLength(1);
	first.resolve(undefined);
	const of = { what: 'seller', user_name: 'mama_risi' };
	await expect.poll(() => api.calls('showLess').map(({ body }) => body)).toEqual([{ of }, { of, undo: true }]);
	expect(texts()).toEqual(['Tweet 1', 'Tweet 2']);
});

test('restores the posts and shows the reason if the server rejects a mute', async () => {
	logIn();
	await open(
		serve([makePost(1), makePost(2)], {
			showLess: () => makeProblemResponse(403, { code: 'forbidden', message: 'Not with this account.' }),
		}),
	);
	await mute('Tweet 1', forYouText.hideSeller('mama_risi'));
	await expect.element(page.getByText('Not with this account.')).toBeVisible();
	await expect.poll(texts).toEqual(['Tweet 1', 'Tweet 2']);
});

describe('products', () => {
	const mixed = (): ForYouItem[] => [
		...[1, 2, 3, 4].map((id) => makeProduct(id, { seller: author(id % 2 === 0 ? 'weaver' : 'loud') })),
		toItem(makePost(1, { author: author('loud') })),
		toItem(makePost(2, { author: author('quiet_one') })),
		...[5, 6, 7, 8].map((id) => makeProduct(id, { seller: author(id % 2 === 0 ? 'weaver' : 'loud') })),
	];

	async function openMixed(handlers: Handlers = {}, items = mixed()) {
		const api = serveItems(items, handlers);
		await renderRoute('/for-you', { ...forYouPage, default: PageWithControls }, { api });
		await expect.element(product('Lamp 1')).toBeVisible();
		return api;
	}

	test.each([
		['two in a row on a phone', 360, 2],
		['four in a row on a larger screen', 1280, 4],
	])('stand among posts, %s', async (_, width, columns) => {
		await page.viewport(width, 740);
		await openMixed();
		const place = (name: string) => product(name).element().closest('li')?.getBoundingClientRect() ?? new DOMRect();
		const article = articles.first().element().closest('li')?.getBoundingClientRect() ?? new DOMRect();
		const rows = lamps(1, 2, 3, 4).map((name) => place(name).top);
		expect(new Set(rows).size).toBe(4 / columns);
		expect(article.top).toBeGreaterThanOrEqual(place('Lamp 4').bottom);
		expect(article.width).toBeGreaterThan(place('Lamp 1').width * columns);
		expect(place('Lamp 5').top).toBeGreaterThanOrEqual(article.bottom);
	});

	test('tell a visitor why they are shown, in a row below theirs, and lead to the login', async () => {
		await page.viewport(360, 740);
		await openMixed();
		const button = whyProduct('Lamp 1');
		await expect.element(button).toHaveAttribute('aria-expanded', 'false');
		const { width, height } = button.element().getBoundingClientRect();
		expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
		await button.click();
		await expect.element(button).toHaveAttribute('aria-expanded', 'true');
		await expect.element(page.getByText('You like lamps', { exact: false })).toBeVisible();
		await expect
			.element(page.getByRole('link', { name: forYouText.logInToChoose }))
			.toHaveAttribute('href', '/Login?next=%2Ffor-you');
		const panel = page.getByText('You like lamps', { exact: false }).element().getBoundingClientRect();
		expect(panel.top).toBeGreaterThan(product('Lamp 2').element().getBoundingClientRect().bottom);
		expect(panel.bottom).toBeLessThan(product('Lamp 3').element().getBoundingClientRect().top);
		expect(await findViolations()).toEqual([]);
		await button.click();
		await expect.element(page.getByText('You like lamps', { exact: false })).not.toBeInTheDocument();
	});

	test('of a muted seller disappear with the posts, and come back when the mute is undone', async () => {
		logIn();
		const api = await openMixed();
		await whyProduct('Lamp 3').click();
		await page.getByRole('button', { name: forYouText.hideSeller('loud') }).click();
		await expect.poll(products).toEqual(lamps(2, 4, 6, 8));
		await expect.poll(texts).toEqual(['Tweet 2']);
		await expect.element(page.getByText(forYouText.hideSellerDone('loud'))).toBeVisible();
		await expect.element(undo).toHaveFocus();
		expect(await findViolations()).toEqual([]);
		await userEvent.keyboard('{Enter}');
		await expect.poll(products).toEqual(lamps(1, 2, 3, 4, 5, 6, 7, 8));
		await expect.poll(texts).toEqual(['Tweet 1', 'Tweet 2']);
		await expect.poll(() => api.calls('showLess').length).toBe(2);
	});

	test('can be muted by keyboard, as a kind and by category', async () => {
		logIn();
		const items = Array.from({ length: 12 }, (_, index) => makeProduct(index + 1, { category: 'Motorcycles' }));
		const api = await openMixed({}, items);
		whyProduct('Lamp 1').element().focus();
		await userEvent.keyboard('{Enter}{Tab}{Tab}{Enter}');
		await expect
			.poll(() => api.calls('showLess').map(({ body }) => body))
			.toEqual([{ of: { what: 'kind', kind: 'ad' } }]);
		await expect.poll(products).toEqual(lamps(2, 3, 4, 5));
		await expect.element(undo).toHaveFocus();
		await userEvent.keyboard('{Enter}');
		await expect.poll(products).toEqual(items.map((_, index) => `Lamp ${index + 1}`));
		await expect.element(whyProduct('Lamp 1')).toHaveFocus();
		await page.getByRole('button', { name: forYouText.hideCategory('Motorcycles') }).click();
		await expect.poll(products).toEqual(lamps(2));
	});

	test('are listed among the choices, where the mute is undone', async () => {
		logIn();
		await openMixed();
		await whyProduct('Lamp 1').click();
		await page.getByRole('button', { name: forYouText.hideKind.ad }).click();
		await choices.click();
		await page.getByRole('button', { name: forYouText.undoChoice(forYouText.hideKind.ad) }).click();
		await expect.element(page.getByText(forYouText.choicesEmpty)).toBeVisible();
		await expect.poll(products).toEqual(lamps(1, 2, 3, 4, 5, 6, 7, 8));
	});

	test('are saved from their card', async () => {
		logIn();
		const api = await openMixed({ save: () => undefined }, [makeProduct(1)]);
		const save = page.getByRole('button', { name: commonText.save });
		await save.click();
		await expect.element(save).toHaveAttribute('aria-pressed', 'true');
		await expect.poll(() => api.calls('save').length).toBe(1);
	});

	test('may have the id of a post', async () => {
		await openMixed({}, [makeProduct(1), toItem(makePost(1))]);
		await expect.element(post('Tweet 1')).toBeVisible();
	});
});

test('says that the list is empty, and offers to post an ad', async () => {
	await renderRoute('/for-you', { ...forYouPage, default: PageWithControls }, { api: serve([]) });
	await expect.element(page.getByText(forYouText.emptyTitle)).toBeVisible();
	await expect
		.element(page.getByRole('link', { name: commonText.postAd }))
		.toHaveAttribute('href', '/dashboard/market');
	expect(await findViolations()).toEqual([]);
});

test('says that the list does not load, and loads it again', async () => {
	const api = serve([], { getForYou: () => makeProblemResponse(500, { code: 'internal', message: 'Try later.' }) });
	await renderRoute('/for-you', { ...forYouPage, default: PageWithControls }, { api });
	await expect.element(page.getByText(feedText.loadFailed(forYouText.listed))).toBeVisible();
	api.handle({ getForYou: () => ({ items: [makeProduct(1)], next_cursor: null }) });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(product('Lamp 1')).toBeVisible();
});
