import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { render } from '../testing/render.tsx';
import { lazyPart, useLazyComponent } from './use-lazy-component.ts';

type Load = () => Promise<() => string>;

function Host({ load, enabled = true }: { load: Load; enabled?: boolean }) {
	const Loaded = useLazyComponent(load, enabled);
	return Loaded && <Loaded />;
}

const succeed: Load = async () => () => 'Component is loaded';
const fail: Load = async () => {
	throw new TypeError('Failed to fetch dynamically imported module');
};
const text = page.getByText('Component is loaded');

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('retries a failed load with growing delays until it succeeds', async () => {
	const load = vi.fn<Load>(fail);
	await render(<Host load={load} />);
	for (const [tries, pause] of [1000, 2000, 4000].entries()) {
		await expect.poll(() => [load.mock.calls.length, vi.getTimerCount()]).toEqual([tries + 1, 1]);
		if (pause === 4000) load.mockImplementation(succeed);
		vi.advanceTimersByTime(pause - 1);
		expect(load).toHaveBeenCalledTimes(tries + 1);
		vi.advanceTimersByTime(1);
	}
	await expect.element(text).toBeVisible();
	expect(load).toHaveBeenCalledTimes(4);
});

test('retries immediately when the network is back', async () => {
	const load = vi.fn<Load>(fail);
	await render(<Host load={load} />);
	await expect.poll(() => vi.getTimerCount()).toBe(1);
	load.mockImplementation(succeed);
	window.dispatchEvent(new Event('online'));
	await expect.element(text).toBeVisible();
	expect(load).toHaveBeenCalledTimes(2);
});

test('does not load while disabled', async () => {
	const load = vi.fn<Load>(succeed);
	const { rerender } = await render(<Host load={load} enabled={false} />);
	expect(load).not.toHaveBeenCalled();
	rerender(<Host load={load} />);
	await expect.element(text).toBeVisible();
});

test('a part loads when it is first rendered, and renders at once the next time', async () => {
	const load = vi.fn<Load>(succeed);
	const Part = lazyPart(load);
	expect(load).not.toHaveBeenCalled();
	await render(<Part />);
	await expect.element(text).toBeVisible();
	await cleanup();
	await render(<Part />);
	expect(text.elements()).toHaveLength(1);
	expect(load).toHaveBeenCalledOnce();
});

test('a part that was removed while it did not load is loaded when it is rendered again', async () => {
	const load = vi.fn<Load>(fail);
	const Part = lazyPart(load);
	await render(<Part />);
	await expect.poll(() => vi.getTimerCount()).toBe(1);
	await cleanup();
	load.mockImplementation(succeed);
	await render(<Part />);
	await expect.element(text).toBeVisible();
});
