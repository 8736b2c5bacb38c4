import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as itemActionsText from '../../contract/text/item-actions.ts';
import * as logInPromptText from '../../contract/text/log-in-prompt.ts';
import { outbox } from '../platform/outbox.ts';
import { logIn } from '../testing/browser-state.ts';
import { deferred, fakeApi, type Handlers, networkError, problem } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { WithActor } from '../testing/with-actor.tsx';
import { LikeButton } from './like-button.tsx';

const heart = page.getByRole('button');
const ask = vi.fn();

beforeEach(() => void ask.mockReset());

async function open(handlers: Handlers = {}, count = 0) {
	const api = fakeApi({ listMyLikes: () => ({ ads: [], posts: [] }), getSaved: () => ({ ids: [] }), ...handlers });
	await render(
		<WithActor onLoginPrompt={ask}>
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

test('a like counts at once, and then as the server counts it', async () => {
	logIn();
	const { handler, resolve } = deferred<{ liked: boolean; likes: number }>();
	const api = await open({ like: handler }, 2);
	await expectLikes(2, { pressed: false });
	await heart.click();
	await expectLikes(3, { pressed: true });
	resolve({ liked: true, likes: 7 });
	await expectLikes(7, { pressed: true });
	expect(api.calls('like').map(({ params }) => params)).toEqual([{ target: 'posts', id: '5' }]);
});

test('an own like is shown as one', async () => {
	logIn();
	await open({ listMyLikes: () => ({ ads: [], posts: [5] }) }, 1);
	await expectLikes(1, { pressed: true });
});

test.for([
	[2, 0, false],
	[3, 1, true],
] as const)('%d taps are sent one after the other, and end at %d', async ([taps, count, pressed]) => {
	logIn();
	const first = deferred<{ liked: boolean; likes: number }>();
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
	// The last word is sent; one between that it takes back need not be.
	await expect.poll(() => [sent.at(-1), outbox.get()]).toEqual([pressed ? 'like' : 'unlike', null]);
	await expectLikes(count, { pressed });
});

test('what the server refuses is taken back, and said', async () => {
	logIn();
	await open({ like: () => problem(404, { code: 'not_found', message: 'It is gone.' }) }, 4);
	await heart.click();
	await expect.element(page.getByText('It is gone.')).toBeVisible();
	await expectLikes(4, { pressed: false });
});

test('without a network a tap is shown and waits to be sent', async () => {
	logIn();
	const api = await open({ like: networkError });
	await heart.click();
	await expect.poll(() => api.calls('like').length).toBe(1);
	await expectLikes(1, { pressed: true });
	await expect.poll(() => outbox.get()).toMatchObject([{ account: 7, slot: 'like posts 5', name: 'like' }]);
});

test('a visitor is asked to log in, with the wish to be carried out after it', async () => {
	const api = await open({}, 1);
	await heart.click();
	const input = { target: 'posts', id: 5, liked: true, likes: 1 };
	expect(ask.mock.calls).toEqual([[logInPromptText.toLike, { action: 'like', input }]]);
	expect(api.calls('like')).toEqual([]);
	await expectLikes(1, { pressed: false });
});
