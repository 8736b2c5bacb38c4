import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import * as commonText from '../../../text/shared/common.ts';
import * as layoutText from '../../../text/shared/layout.ts';
import * as commentsText from '../../../text/web/comments.ts';
import * as controlsText from '../../../text/web/controls.ts';
import * as draftsText from '../../../text/web/drafts.ts';
import * as followsText from '../../../text/web/follows.ts';
import * as networkBarText from '../../../text/web/network-bar.ts';
import * as pendingActionsText from '../../../text/web/pending-actions.ts';
import { flushEndedSessions } from '../../accounts/ended-sessions.ts';
import { setSession } from '../../accounts/session.ts';
import { useLogout } from '../../app/use-logout.ts';
import { Comments } from '../../comments/comments.tsx';
import { FollowButton } from '../../follows/follow-button.tsx';
import { LikeButton } from '../../likes/like-button.tsx';
import type { PendingCall } from '../../platform/outbox.ts';
import { storedLists, syncedLists } from '../../saved-items/lists.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn, makeSession, readSession, stubOnline } from '../../testing/browser-state.ts';
import {
	fakeApi,
	type Handlers,
	makeDeferredHandler,
	makeProblemResponse,
	throwNetworkError,
} from '../../testing/fake-api.ts';
import { makeComment } from '../../testing/posts.ts';
import { render } from '../../testing/render.tsx';
import { WithOutbox } from '../../testing/with-outbox.tsx';

const list = page.getByRole('dialog', { name: pendingActionsText.title });
const seeList = page.getByRole('button', { name: networkBarText.view });
const discardDialog = page.getByRole('dialog', { name: pendingActionsText.discardTitle });
const like = page.getByRole('button', { name: /^Like, / });
const bar = (words: string | RegExp) => page.getByRole('status').filter({ hasText: words });
const waits = (count: number) => bar(networkBarText.waiting(count));
const pendingNotice = bar(/waiting to send\./);
const follow = (isFollowing: boolean) =>
	page.getByRole('button', { name: isFollowing ? followsText.followingName('Musa') : followsText.followName('Musa') });
const readOutbox = () => localStorage.getItem('outbox');

const musa = { id: 12, user_name: 'musa', display_name: 'Musa', user_image: null };

function LogOut() {
	return (
		<button type="button" onClick={useLogout()}>
			{commonText.logOut}
		</button>
	);
}

async function open(handlers: Handlers = {}) {
	const api = fakeApi({
		listMyLikes: () => ({ ads: [], posts: [] }),
		listFollowing: () => ({ items: [], next_cursor: null }),
		listComments: () => ({ items: [], next_cursor: null }),
		...handlers,
	});
	const rendered = await render(
		<WithOutbox>
			<LikeButton target="posts" id={5} count={0} />
			<FollowButton userName="musa" name="Musa" />
			<LogOut />
			<Comments target="posts" id={5} count={0} />
		</WithOutbox>,
		{ api },
	);
	await expect.element(page.getByText(commentsText.empty)).toBeVisible();
	return { api, ...rendered };
}

async function reopen(handlers: Handlers = {}) {
	await cleanup();
	return open(handlers);
}

async function writeComment(text: string) {
	await page.getByLabelText(commentsText.addComment).fill(text);
	await page.getByRole('button', { name: commentsText.send }).click();
	await expect.element(page.getByRole('article').filter({ hasText: text })).toBeVisible();
}

async function discard(words: string) {
	await list.getByRole('listitem').filter({ hasText: words }).getByRole('button', { name: commonText.discard }).click();
	await discardDialog.getByRole('button', { name: commonText.discard }).click();
}

test('keeps a rejected comment with its text and the reason, to copy or discard', async () => {
	logIn();
	stubOnline(false);
	const { api } = await open({ createComment: throwNetworkError });
	await writeComment('I would take two of them');
	await expect.element(waits(1)).toBeVisible();
	await seeList.click();
	await expect.element(list.getByText('I would take two of them')).toBeVisible();
	await expect.element(list.getByText(pendingActionsText.waits, { exact: true })).toBeVisible();
	await expect.element(list.getByText(pendingActionsText.noResponse)).toBeVisible();
	await list.getByRole('button', { name: commonText.close }).click();

	api.handle({ createComment: () => makeProblemResponse(404, { code: 'not_found', message: commonText.notHere }) });
	stubOnline(true);
	await expect.element(bar(networkBarText.rejected(1))).toBeVisible();

	await reopen();
	await expect.element(bar(networkBarText.rejected(1))).toBeVisible();
	await seeList.click();
	await expect.element(list.getByText(pendingActionsText.notSent, { exact: true })).toBeVisible();
	await expect.element(list.getByText(commonText.notHere)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	await list.getByRole('button', { name: commonText.copy }).click();
	expect(copied).toHaveBeenCalledWith('I would take two of them');
	await discard('I would take two of them');
	await expect.element(list.getByText(pendingActionsText.nothingLeft)).toBeVisible();
	expect(readOutbox()).toBeNull();
});

test('resends a rejected comment on request, with the same key', async () => {
	logIn();
	stubOnline(false);
	const { api } = await open({ createComment: throwNetworkError });
	await writeComment('Still there?');
	await expect.element(waits(1)).toBeVisible();
	api.handle({ createComment: () => makeProblemResponse(404, { code: 'not_found', message: commonText.notHere }) });
	stubOnline(true);
	await expect.element(bar(networkBarText.rejected(1))).toBeVisible();
	api.handle({ createComment: () => makeComment(8) });
	await seeList.click();
	await list.getByRole('button', { name: pendingActionsText.sendAgain }).click();
	await expect.element(list.getByText(pendingActionsText.nothingLeft)).toBeVisible();
	const keys = api.calls('createComment').map(({ headers }) => headers['idempotency-key']);
	expect(new Set(keys).size).toBe(1);
});

test('offers the text of an outdated call to copy or discard, and sends other calls', async () => {
	const { id: account } = logIn();
	const input = { params: { target: 'posts', id: '5' }, body: { content: 'I would take both', stars: 5 } };
	const stored = [
		{ account, slot: 'a', name: 'review', input, key: 'a', at: Date.now() },
		{ account, slot: 'b', name: 'follow', input: { params: { user_name: 'musa' } }, key: 'b', at: Date.now() },
	];
	localStorage.setItem('outbox', JSON.stringify(stored));
	const { api } = await open({ follow: () => ({ following: true, followers: 1 }) });
	await expect.element(bar(networkBarText.rejected(1))).toBeVisible();
	await expect.poll(() => api.calls('follow').length).toBe(1);
	await seeList.click();
	await expect.element(list.getByText(pendingActionsText.unknown)).toBeVisible();
	await expect.element(list.getByText(pendingActionsText.outdated)).toBeVisible();
	const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	await list.getByRole('button', { name: commonText.copy }).click();
	expect(copied).toHaveBeenCalledWith('I would take both');
	await discard('I would take both');
	await expect.element(list.getByText(pendingActionsText.nothingLeft)).toBeVisible();
	expect(readOutbox()).toBeNull();
});

test('shows why a rate-limited call waits, and sends other calls', async () => {
	logIn();
	stubOnline(false);
	const sentence = 'You have written 30 comments today. Go on tomorrow.';
	const { api } = await open({ createComment: throwNetworkError, follow: throwNetworkError });
	await writeComment('One more');
	await follow(false).click();
	await expect.element(waits(2)).toBeVisible();
	await expect.element(follow(true)).toBeVisible();
	const before = api.calls('createComment').length;
	const tries = () => api.calls('createComment').length - before;
	api.handle({
		createComment: () => makeProblemResponse(429, { code: 'too_many', message: sentence }, 3600),
		follow: () => ({ following: true, followers: 1 }),
		listFollowing: () => ({ items: [musa], next_cursor: null }),
	});
	stubOnline(true);
	await expect.element(waits(1)).toBeVisible();
	await expect.poll(tries).toBe(1);

	await writeComment('And another one');
	await expect.element(waits(2)).toBeVisible();
	await seeList.click();
	await expect.element(list.getByText(sentence)).toBeVisible();
	const second = list.getByRole('listitem').filter({ hasText: 'And another one' });
	await expect.element(second.getByText(pendingActionsText.waitsForEarlier)).toBeVisible();
	await discard('And another one');
	await list.getByRole('button', { name: commonText.close }).click();
	await expect.element(waits(1)).toBeVisible();

	// Other calls are sent while the comment waits for an hour.
	api.handle({ unfollow: () => ({ following: false, followers: 0 }) });
	await follow(true).click();
	await expect.element(follow(false)).toBeVisible();
	await expect.poll(() => api.calls('unfollow').length).toBe(1);
	await expect.element(waits(1)).toBeVisible();
	expect(tries()).toBe(1);
});

test('stores a comment before it is sent, and sends it with the same key from the next tab', async () => {
	logIn();
	const response = makeDeferredHandler<ReturnType<typeof makeComment>>();
	const { api } = await open({ createComment: response.handler });
	await writeComment('Are they still there?');
	await expect.poll(() => api.calls('createComment').length).toBe(1);
	expect(await pendingNotice.elements()).toEqual([]);
	const storedCalls = readOutbox() ?? '';
	expect(JSON.parse(storedCalls)).toMatchObject([{ name: 'createComment', underWay: true }]);
	// The response ends the request, which a closed tab would have aborted.
	response.resolve(makeComment(8));
	await expect.poll(readOutbox).toBeNull();
	localStorage.setItem('outbox', storedCalls);

	const next = await reopen({ createComment: () => makeComment(8) });
	await expect.poll(readOutbox).toBeNull();
	const [first] = api.calls('createComment');
	const [second, ...others] = next.api.calls('createComment');
	expect(second).toEqual(first);
	expect(others).toEqual([]);
});

test('resends calls whose response was lost with the same key, even after a reload', async () => {
	logIn();
	const { api } = await open({ createComment: throwNetworkError, like: throwNetworkError, follow: throwNetworkError });
	await like.click();
	await follow(false).click();
	await writeComment('Is it still there?');
	await expect.element(waits(3)).toBeVisible();
	// Calls are sent in order, so the first call is retried.
	await expect.poll(() => api.calls('like').length).toBeGreaterThan(1);
	const waiting: PendingCall[] = JSON.parse(readOutbox() ?? '[]');
	expect(waiting.map(({ name }) => name)).toEqual(['like', 'follow', 'createComment']);
	const later = (await reopen({ createComment: throwNetworkError, like: throwNetworkError, follow: throwNetworkError }))
		.api;
	await expect.element(waits(3)).toBeVisible();
	later.handle({
		like: () => ({ liked: true, likes: 1 }),
		follow: () => ({ following: true, followers: 1 }),
		createComment: () => makeComment(8, { text: 'Is it still there?' }),
	});
	await expect.element(page.getByText(networkBarText.allSent)).toBeVisible();
	await expect.element(pendingNotice).not.toBeInTheDocument();
	expect(readOutbox()).toBeNull();
	for (const { name, key } of waiting as (PendingCall & { name: 'like' | 'follow' | 'createComment' })[]) {
		const keys = [...api.calls(name), ...later.calls(name)].map(({ headers }) => headers['idempotency-key']);
		expect(new Set(keys)).toEqual(new Set([key]));
	}
});

test('never sends a pending call as another account that logs in meanwhile', async () => {
	const { token } = logIn();
	const response = makeDeferredHandler<ReturnType<typeof makeComment>>();
	const { api } = await open({ createComment: response.handler });
	await writeComment('First');
	await writeComment('Second');
	await expect.poll(() => api.calls('createComment').length).toBe(1);
	setSession(makeSession({ id: 8, user_name: 'next_one', token: 'a-token-of-the-session-of-next-one' }));
	response.resolve(makeComment(8));
	await expect.poll(() => api.calls('createComment').length).toBe(2);
	const sent = api.calls('createComment').map(({ body, headers }) => [body.text, headers.authorization]);
	expect(sent).toEqual([
		['First', `Bearer ${token}`],
		['Second', `Bearer ${token}`],
	]);
	await expect.poll(readOutbox).toBeNull();
});

test('discards pending calls at logout, after a confirmation', async () => {
	const { id, token } = logIn();
	stubOnline(false);
	syncedLists.wishlist.set({ account: id, ids: [] });
	storedLists.wishlist.set([7]);
	const { api, address } = await open({
		like: throwNetworkError,
		logOut: throwNetworkError,
		uniteSaved: throwNetworkError,
	});
	await expect.element(waits(1)).toBeVisible();
	await seeList.click();
	await expect.element(list.getByText(pendingActionsText.savedItems(1))).toBeVisible();
	await list.getByRole('button', { name: commonText.close }).click();
	await like.click();
	await expect.element(waits(2)).toBeVisible();

	const logOut = page.getByRole('button', { name: commonText.logOut });
	const logoutDialog = page.getByRole('dialog', { name: layoutText.logOutTitle });
	await logOut.click();
	await expect.element(logoutDialog.getByText(draftsText.unsentLost(2))).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await logoutDialog.getByRole('button', { name: controlsText.stay }).click();
	await expect.element(logoutDialog).not.toBeInTheDocument();
	await expect.element(waits(2)).toBeVisible();
	expect(readSession()).not.toBeNull();

	await logOut.click();
	await logoutDialog.getByRole('button', { name: commonText.logOut }).click();
	await expect.element(pendingNotice).not.toBeInTheDocument();
	expect(readOutbox()).toBeNull();
	expect(readSession()).toBeNull();
	expect(address()).toBe('/');

	// The server learns of the logout once it is reachable.
	await expect.poll(() => api.calls('logOut').length).toBe(1);
	api.handle({ logOut: () => undefined });
	await flushEndedSessions(api.client);
	expect(api.calls('logOut').at(-1)?.headers.authorization).toBe(`Bearer ${token}`);
	expect(localStorage.getItem('ended-sessions')).toBeNull();
});
