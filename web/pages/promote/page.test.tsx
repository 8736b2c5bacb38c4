import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import * as commonText from '../../../text/shared/common.ts';
import * as mediaText from '../../../text/web/media.ts';
import * as networkBarText from '../../../text/web/network-bar.ts';
import * as pendingActionsText from '../../../text/web/pending-actions.ts';
import * as postsText from '../../../text/web/posts.ts';
import * as promoteText from '../../../text/web/promote.ts';
import { logIn, stubOnline } from '../../testing/browser-state.ts';
import {
	type FakeApi,
	fakeApi,
	type Handlers,
	makeDeferredHandler,
	makeProblemResponse,
	throwNetworkError,
} from '../../testing/fake-api.ts';
import { interceptForms, makePhoto, respondWithUploadedFile, uploadHandlers } from '../../testing/files.ts';
import { makePost } from '../../testing/posts.ts';
import { renderRoute } from '../../testing/render.tsx';
import { WithOutbox } from '../../testing/with-outbox.tsx';
import * as promotePage from './page.tsx';

const tweet = page.getByLabelText(promoteText.labels.tweet);
const postTweet = page.getByRole('button', { name: promoteText.actions.tweet });
const bar = (words: string) => page.getByRole('status').filter({ hasText: words });
const list = page.getByRole('dialog', { name: pendingActionsText.title });
const rejection = () => makeProblemResponse(422, { code: 'invalid', message: 'Nobody may say that.' });
const readOutbox = () => localStorage.getItem('outbox');
const readDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith('draft-'));
const postFrom = (text: string) => page.getByRole('article').filter({ hasText: text });

const route = {
	...promotePage,
	default: () => (
		<WithOutbox>
			<promotePage.default />
		</WithOutbox>
	),
};

async function open(handlers: Handlers = {}, url = '/mypromotweet') {
	const api = fakeApi({
		...uploadHandlers,
		listMyPosts: () => ({ items: [], next_cursor: null }),
		listMyLikes: () => ({ ads: [], posts: [] }),
		...handlers,
	});
	interceptForms((_, form) => respondWithUploadedFile(form));
	return { api, ...(await renderRoute('/:composer', route, { api, url })) };
}

async function reopen(handlers: Handlers = {}, url?: string) {
	await cleanup();
	return open(handlers, url);
}

async function compose(text: string) {
	await tweet.fill(text);
	await userEvent.upload(page.getByLabelText(mediaText.choosePictures), [await makePhoto('red')]);
	await expect.element(page.getByText(mediaText.chosenOf(1, 4))).toBeVisible();
	await expect.element(postTweet).toBeEnabled();
	await postTweet.click();
}

/** Returns body and idempotency key of every post that was sent, oldest first. */
const sent = (api: FakeApi) =>
	api.calls('createPost').map(({ body, headers }) => ({ body, key: headers['idempotency-key'] }));

test('stores a tweet before it is sent, removes its draft, and sends it with the same key from the next tab', async () => {
	logIn();
	const response = makeDeferredHandler<ReturnType<typeof makePost>>();
	const { api } = await open({ createPost: response.handler });
	await compose('Fresh pepper');
	await expect.poll(() => api.calls('createPost').length).toBe(1);
	await expect.poll(readDrafts).toEqual([]);
	const storedCalls = readOutbox() ?? '';
	// Closing the page would lose nothing, so the browser does not ask.
	const closing = new Event('beforeunload', { cancelable: true });
	window.dispatchEvent(closing);
	expect(closing.defaultPrevented).toBe(false);
	// The response ends the request, which a closed tab would have aborted.
	response.resolve(makePost(8, { text: 'Fresh pepper' }));
	await expect.poll(readOutbox).toBeNull();
	localStorage.setItem('outbox', storedCalls);

	const next = await reopen({
		createPost: () => makePost(8, { text: 'Fresh pepper' }),
		listMyPosts: () => ({ items: [makePost(8, { text: 'Fresh pepper' })], next_cursor: null }),
	});
	await expect.element(postFrom('Fresh pepper')).toBeVisible();
	await expect.poll(readOutbox).toBeNull();
	await expect.element(tweet).toHaveValue('');
	await expect.element(page.getByText(mediaText.chosenOf(0, 4))).toBeVisible();
	expect(sent(next.api)).toEqual(sent(api));
	expect(sent(api)).toMatchObject([{ body: { text: 'Fresh pepper', images: [{}] } }]);
});

test('restores a rejected tweet as a draft, with its picture', async () => {
	logIn();
	const response = makeDeferredHandler<Response>();
	await open({ createPost: response.handler });
	await compose('Fresh pepper');
	await expect.poll(readDrafts).toEqual([]);
	response.resolve(rejection());
	await expect.element(page.getByRole('alert').filter({ hasText: 'Nobody may say that.' })).toBeVisible();
	await expect.poll(readDrafts).toEqual(['draft-tweet-7']);
	await reopen();
	await expect.element(page.getByText(mediaText.chosenOf(1, 4))).toBeVisible();
	await expect.element(tweet).toHaveValue('Fresh pepper');
	expect(readOutbox()).toBeNull();
});

test('keeps a tweet in the outbox that is rejected after its page was left', async () => {
	logIn();
	const response = makeDeferredHandler<Response>();
	await open({ createPost: response.handler });
	await compose('Fresh pepper');
	await expect.poll(readDrafts).toEqual([]);
	await page.getByRole('link', { name: commonText.talk }).click();
	await expect.element(page.getByLabelText(promoteText.labels.talk)).toBeVisible();
	response.resolve(rejection());
	await expect.element(bar(networkBarText.rejected(1))).toBeVisible();
	await page.getByRole('button', { name: networkBarText.view }).click();
	await expect.element(list.getByText('Fresh pepper')).toBeVisible();
	await expect.element(list.getByText('Nobody may say that.')).toBeVisible();
});

test('queues a tweet written offline, and clears the field for the next one', async () => {
	logIn();
	stubOnline(false);
	const { api } = await open({ createPost: throwNetworkError });
	for (const text of ['First news', 'Second news']) {
		await tweet.fill(text);
		await postTweet.click();
		await expect.element(tweet).toHaveValue('');
	}
	await expect.element(page.getByText(promoteText.waitsForNetwork('tweet')).first()).toBeVisible();
	await expect.element(bar(networkBarText.waiting(2))).toBeVisible();
	const tried = sent(api);
	api.handle({ createPost: ({ body }) => makePost(8, { text: body.text }) });
	stubOnline(true);
	await expect.element(bar(networkBarText.waiting(2))).not.toBeInTheDocument();
	await expect.poll(readOutbox).toBeNull();
	const arrived = sent(api).slice(tried.length);
	expect(arrived.map(({ body }) => body.text)).toEqual(['First news', 'Second news']);
	expect(tried).toContainEqual(arrived[0]);
	expect(arrived[0]?.key).not.toBe(arrived[1]?.key);
});

test('resends a tweet after a lost response with the same key', async () => {
	logIn();
	const { api } = await open({ createPost: throwNetworkError });
	await tweet.fill('Said once');
	await postTweet.click();
	await expect.element(bar(networkBarText.waiting(1))).toBeVisible();
	api.handle({ createPost: () => makePost(8, { text: 'Said once' }) });
	await expect.poll(readOutbox).toBeNull();
	const calls = sent(api);
	expect(calls.length).toBeGreaterThan(1);
	expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
});

test('lists a tweet that is posted before the list has loaded', async () => {
	logIn();
	const before = makeDeferredHandler<{ items: ReturnType<typeof makePost>[]; next_cursor: null }>();
	const { api } = await open({
		listMyPosts: before.handler,
		createPost: () => makePost(8, { text: 'Faster than the list' }),
	});
	await expect.poll(() => api.calls('listMyPosts').length).toBe(1);
	await tweet.fill('Faster than the list');
	api.handle({
		listMyPosts: () => ({ items: [makePost(8, { text: 'Faster than the list' })], next_cursor: null }),
	});
	await postTweet.click();
	await expect.element(page.getByText(promoteText.posted.tweet)).toBeVisible();
	// The late response contains the list as it was before the tweet.
	before.resolve({ items: [], next_cursor: null });
	await expect.element(postFrom('Faster than the list')).toBeVisible();
});

test('restores a draft after a reload, until it is posted', async () => {
	logIn();
	const talk = page.getByLabelText(promoteText.labels.talk);
	const category = page.getByRole('combobox', { name: new RegExp(`^${promoteText.category.replace('?', '')}`) });
	await open({}, '/mypromotalk');
	await talk.fill('How do you price?');
	await category.selectOptions('Furniture & Home Items');
	await expect.poll(() => localStorage.getItem('draft-talk-7')).toContain('Furniture');
	const { api } = await reopen({ createPost: () => makePost(8, { kind: 'talk' }) }, '/mypromotalk');
	await expect.element(talk).toHaveValue('How do you price?');
	await expect.element(category).toHaveValue('Furniture & Home Items');
	await page.getByRole('button', { name: promoteText.actions.talk }).click();
	await expect.element(page.getByText(promoteText.posted.talk)).toBeVisible();
	expect(api.calls('createPost')[0]?.body).toMatchObject({
		kind: 'talk',
		text: 'How do you price?',
		category: 'Furniture & Home Items',
	});
	await reopen({}, '/mypromotalk');
	await expect.element(talk).toHaveValue('');
});

test('rejects an empty tweet, and shows by how much one is too long', async () => {
	logIn();
	const { api } = await open();
	await postTweet.click();
	await expect.element(page.getByText(commonText.writeSomething)).toBeVisible();
	await expect.element(tweet).toHaveFocus();
	await tweet.fill('👩🏽‍🌾'.repeat(41));
	await expect.element(page.getByText('-7 left')).toBeVisible();
	expect(api.calls('createPost')).toEqual([]);
});

test('asks before it discards a change of a tweet', async () => {
	const { user_name, display_name, id } = logIn();
	const own = makePost(8, {
		text: 'Two bags are left',
		author: { id, user_name, display_name, user_image: null },
	});
	await open({ listMyPosts: () => ({ items: [own], next_cursor: null }) });
	const pencil = page.getByRole('button', { name: postsText.editPost('tweet') });
	const field = page.getByRole('textbox', { name: commonText.tweet, exact: true });
	const question = page.getByText(commonText.leaveWithoutSaving);

	// Without input, closing the editor asks nothing.
	await pencil.click();
	await expect.element(field).toHaveFocus();
	await userEvent.keyboard('{Escape}');
	await expect.element(field).not.toBeInTheDocument();
	await pencil.click();
	await field.fill('One bag is left');
	await userEvent.keyboard('{Escape}');
	await expect.element(question).toBeVisible();
	await userEvent.keyboard('{End}!');
	await expect.element(question).not.toBeInTheDocument();
	await pencil.click();
	await expect.element(question).toBeVisible();
	await expect.element(field).toHaveValue('One bag is left!');
	await page.getByRole('button', { name: 'Leave', exact: true }).click();
	await expect.element(postFrom('Two bags are left')).toBeVisible();
	await expect.element(field).not.toBeInTheDocument();
	await expect.element(pencil).toHaveFocus();
});
