import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as followsText from '../../text/web/follows.ts';
import * as logInPromptText from '../../text/web/log-in-prompt.ts';
import { logIn } from '../testing/browser-state.ts';
import { fakeApi, type Handlers, makeDeferredHandler, makeProblemResponse } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { WithActor } from '../testing/with-actor.tsx';
import { FollowButton } from './follow-button.tsx';
import { useFollowerCount } from './follows.ts';

const name = 'Mama Risi';
const follow = page.getByRole('button', { name: followsText.followName(name) });
const following = page.getByRole('button', { name: followsText.followingName(name) });
const followers = (count: number) => page.getByText(followsText.followers(count));
const onLoginPrompt = vi.fn();

function FollowWithCount({ count }: { count: number }) {
	const followers = useFollowerCount('mama_risi', count);
	return (
		<>
			<FollowButton userName="mama_risi" name={name} followers={followers} />
			<p>{followsText.followers(followers)}</p>
		</>
	);
}

async function open(handlers: Handlers = {}, count = 0) {
	const api = fakeApi({
		listFollowing: () => ({ items: [], next_cursor: null }),
		getSaved: () => ({ ids: [] }),
		...handlers,
	});
	await render(
		<WithActor onLoginPrompt={onLoginPrompt}>
			<FollowWithCount count={count} />
		</WithActor>,
		{ api },
	);
	return api;
}

test('updates the count at once and then to the server’s count', async () => {
	logIn();
	const { handler, resolve } = makeDeferredHandler<{ following: boolean; followers: number }>();
	const api = await open({ follow: handler });
	await follow.click();
	await expect.element(following).toBeVisible();
	await expect.element(followers(1)).toBeVisible();
	resolve({ following: true, followers: 5 });
	await expect.element(followers(5)).toBeVisible();
	expect(api.calls('follow').map(({ params }) => params)).toEqual([{ user_name: 'mama_risi' }]);
});

test('returns to the initial state after two taps, despite a late response', async () => {
	logIn();
	const first = makeDeferredHandler<{ following: boolean; followers: number }>();
	const api = await open({ follow: first.handler, unfollow: () => ({ following: false, followers: 0 }) });
	await follow.click();
	await following.click();
	await expect.element(follow).toBeVisible();
	await expect.element(followers(0)).toBeVisible();
	first.resolve({ following: true, followers: 1 });
	await expect.poll(() => api.calls('unfollow').length).toBe(1);
	await expect.element(follow).toBeVisible();
	await expect.element(followers(0)).toBeVisible();
});

test('reverts and shows the message when the server rejects it', async () => {
	logIn();
	await open({ follow: () => makeProblemResponse(404, { code: 'not_found', message: 'Nobody of that name.' }) }, 3);
	await follow.click();
	await expect.element(page.getByText('Nobody of that name.')).toBeVisible();
	await expect.element(follow).toBeVisible();
	await expect.element(followers(3)).toBeVisible();
});

test('asks a visitor to log in and passes the follow on', async () => {
	onLoginPrompt.mockReset();
	const api = await open();
	await follow.click();
	const input = { userName: 'mama_risi', following: true, followers: 0 };
	expect(onLoginPrompt.mock.calls).toEqual([[logInPromptText.toFollow(name), { action: 'follow', input }]]);
	expect(api.calls('follow')).toEqual([]);
	await expect.element(followers(0)).toBeVisible();
});

test('shows no button on the account’s own profile', async () => {
	logIn({ user_name: 'mama_risi' });
	await open({}, 2);
	await expect.element(followers(2)).toBeVisible();
	await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
