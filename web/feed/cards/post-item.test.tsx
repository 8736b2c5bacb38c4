import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { makePost } from '../../testing/posts.ts';
import { render } from '../../testing/render.tsx';
import { WithActor } from '../../testing/with-actor.tsx';
import { PostItem } from './post-item.tsx';

const beacon = vi.fn();
const article = page.getByRole('article');

beforeEach(() => {
	beacon.mockReset();
	vi.spyOn(navigator, 'sendBeacon').mockImplementation((_, body) => {
		beacon(JSON.parse(String(body)).insights);
		return true;
	});
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

async function open(id: number) {
	const api = fakeApi({
		listMyLikes: () => ({ ads: [], posts: [] }),
		getSaved: () => ({ ids: [] }),
	});
	await render(
		<WithActor>
			<PostItem post={makePost(id)} />
		</WithActor>,
		{ api },
	);
	await expect.element(article).toBeVisible();
}

/** Waits until views are recorded, then leaves the page. */
function leave() {
	vi.advanceTimersByTime(1000);
	window.dispatchEvent(new Event('pagehide'));
}

test('reports a view of a listed post when the page is left', async () => {
	await open(74_001);
	await expect
		.poll(() => {
			leave();
			return beacon.mock.calls;
		})
		.toEqual([[[{ type: 'view', target: 'posts', id: 74_001 }]]]);
});

test('ignores views by the author', async () => {
	logIn({ user_name: 'mama_risi' });
	await open(2);
	// IntersectionObserver reports within two frames.
	for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
	leave();
	expect(beacon).not.toHaveBeenCalled();
});
