import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as itemActionsText from '../../text/web/item-actions.ts';
import * as logInPromptText from '../../text/web/log-in-prompt.ts';
import { outbox } from '../platform/outbox.ts';
import { logIn } from '../testing/browser-state.ts';
import {
	fakeApi,
	type Handlers,
	makeDeferredHandler,
	makeProblemResponse,
	throwNetworkError,
} from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { WithActor } from '../testing/with-actor.tsx';
import { LikeButton } from './like-button.tsx';

const heart = page.getByRole('button');
const onLoginPrompt = vi.fn();

beforeEach(() => void onLoginPrompt.mockReset());

async function open(handlers: Handlers = {}, count = 0) {
	const api = fakeApi({ listMyLikes: () => ({ ads: [], posts: [] }), getSaved: () => ({ ids: [] }), ...handlers });
	await render(
		<WithActor onLoginPrompt={onLoginPrompt}>
			<LikeButton target="posts" id={5} count={count} />
		</WithActor>,
		{ api },
	);
	return api;
}

async function expectLikes(count: number, { pressed }: { pressed: boolean }) {
	await expect.element(heart).toHaveAccessibleName(itemActionsText.likeCount(count));
	await expect.element(heart).toHaveAttribute('aria-pressed', String(pressed));
}

test('updates the count at once and then to the server’s count', async () => {
	logIn();
	const { handler, resolve } = makeDeferredHandler<{ liked: boolean; likes: number }>();
	const api = await open({ like: handler }, 2);
	await expectLikes(2, { pressed: false });
	await heart.click();
	await expectLikes(3, { pressed: true });
	resolve({ liked: true, likes: 7 });
	await expectLikes(7, { pressed: true });
	expect(api.calls('like').map(({ params }) => params)).toEqual([{ target: 'posts', id: '5' }]);
});

test('shows an existing like', async () => {
	logIn();
	await open({ listMyLikes: () => ({ ads: [], posts: [5] }) }, 1);
	await expectLikes(1, { pressed: true });
});

test.for([
	[2, 0, false],
	[3, 1, true],
] as const)('sends %d taps in sequence and ends at %d', async ([taps, count, pressed]) => {
	logIn();
	const first = makeDeferredHandler<{ liked: boolean; likes: number }>();
	const sent: string[] = [];
	await open({
		like: () => {
			sent.push('like');
			return sent.length === 1 ? first.handler() : { liked: true, likes: 1 };
		},
		unlike: () => {
			sent.push('unlike');
			return { liked: false, likes: 0 };
		},
	});
	for (let tap = 0; tap < taps; tap++) await heart.click();
	await expectLikes(count, { pressed });
	expect(sent).toEqual(['like']);
	first.resolve({ liked: true, likes: 1 });
	// The last tap is always sent. A like and an unlike that cancel each other out may be skipped.
	await expect.poll(() => [sent.at(-1), outbox.get()]).toEqual([pressed ? 'like' : 'unlike', null]);
	await expectLikes(count, { pressed });
});

test('reverts and shows the message when the server rejects it', async () => {
	logIn();
	await open({ like: () => makeProblemResponse(404, { code: 'not_found', message: 'It is gone.' }) }, 4);
	await heart.click();
	await expect.element(page.getByText('It is gone.')).toBeVisible();
	await expectLikes(4, { pressed: false });
});

test('shows a tap offline and queues it', async () => {
	logIn();
	const api = await open({ like: throwNetworkError });
	await heart.click();
	await expect.poll(() => api.calls('like').length).toBe(1);
	await expectLikes(1, { pressed: true });
	await expect.poll(() => outbox.get()).toMatchObject([{ account: 7, slot: 'like posts 5', name: 'like' }]);
});

test('asks a visitor to log in and passes the like on', async () => {
	const api = await open({}, 1);
	await heart.click();
	const input = { target: 'posts', id: 5, liked: true, likes: 1 };
	expect(onLoginPrompt.mock.calls).toEqual([[logInPromptText.toLike, { action: 'like', input }]]);
	expect(api.calls('like')).toEqual([]);
	await expectLikes(1, { pressed: false });
});
