import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { useLazyComponent } from './use-lazy-component.ts';

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
