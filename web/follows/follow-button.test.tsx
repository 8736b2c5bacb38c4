import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as followsText from '../../contract/text/follows.ts';
import * as logInPromptText from '../../contract/text/log-in-prompt.ts';
import { logIn } from '../testing/browser-state.ts';
import { deferred, fakeApi, type Handlers, problem } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { WithActor } from '../testing/with-actor.tsx';
import { FollowButton } from './follow-button.tsx';
import { useFollowers } from './follows.ts';

const name = 'Mama Risi';
const follow = page.getByRole('button', { name: followsText.followName(name) });
const following = page.getByRole('button', { name: followsText.followingName(name) });
const followers = (count: number) => page.getByText(followsText.followers(count));
const ask = vi.fn();

/** The button beside the count, as a profile shows them. */
function Counted({ count }: { count: number }) {
	const followers = useFollowers('mama_risi', count);
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
		<WithActor onLoginPrompt={ask}>
			<Counted count={count} />
		</WithActor>,
		{ api },
	);
	return api;
}

test('the count moves with the tap, and takes what the server answers', async () => {
	logIn();
	const { handler, resolve } = deferred<{ following: boolean; followers: number }>();
	const api = await open({ follow: handler });
	await follow.click();
	await expect.element(following).toBeVisible();
	await expect.element(followers(1)).toBeVisible();
	resolve({ following: true, followers: 5 });
	await expect.element(followers(5)).toBeVisible();
	expect(api.calls('follow').map(({ params }) => params)).toEqual([{ user_name: 'mama_risi' }]);
});

test('two taps are there and back, however late the answers come', async () => {
	logIn();
	const first = deferred<{ following: boolean; followers: number }>();
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

test('what the server refuses is taken back, and said', async () => {
	logIn();
	await open({ follow: () => problem(404, { code: 'not_found', message: 'Nobody of that name.' }) }, 3);
	await follow.click();
	await expect.element(page.getByText('Nobody of that name.')).toBeVisible();
	await expect.element(follow).toBeVisible();
	await expect.element(followers(3)).toBeVisible();
});

test('a visitor is asked to log in, and then follows', async () => {
	ask.mockReset();
	const api = await open();
	await follow.click();
	const input = { userName: 'mama_risi', following: true, followers: 0 };
	expect(ask.mock.calls).toEqual([[logInPromptText.toFollow(name), { action: 'follow', input }]]);
	expect(api.calls('follow')).toEqual([]);
	await expect.element(followers(0)).toBeVisible();
});

test('nobody follows themselves', async () => {
	logIn({ user_name: 'mama_risi' });
	await open({}, 2);
	await expect.element(followers(2)).toBeVisible();
	await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
