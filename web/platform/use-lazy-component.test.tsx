import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { useLazyComponent } from './use-lazy-component.ts';

type Load = () => Promise<() => string>;

function Part({ load, wanted = true }: { load: Load; wanted?: boolean }) {
	const Loaded = useLazyComponent(load, wanted);
	return Loaded && <Loaded />;
}

const come: Load = async () => () => 'It has come';
const fail: Load = async () => {
	throw new TypeError('Failed to fetch dynamically imported module');
};
const text = page.getByText('It has come');

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('a part that does not come is asked for again, after longer and longer pauses, until it has come', async () => {
	const load = vi.fn<Load>(fail);
	await render(<Part load={load} />);
	for (const [tries, pause] of [1000, 2000, 4000].entries()) {
		await expect.poll(() => [load.mock.calls.length, vi.getTimerCount()]).toEqual([tries + 1, 1]);
		if (pause === 4000) load.mockImplementation(come);
		vi.advanceTimersByTime(pause - 1);
		expect(load).toHaveBeenCalledTimes(tries + 1);
		vi.advanceTimersByTime(1);
	}
	await expect.element(text).toBeVisible();
	expect(load).toHaveBeenCalledTimes(4);
});

test('the return of the network brings a new try at once', async () => {
	const load = vi.fn<Load>(fail);
	await render(<Part load={load} />);
	await expect.poll(() => vi.getTimerCount()).toBe(1);
	load.mockImplementation(come);
	window.dispatchEvent(new Event('online'));
	await expect.element(text).toBeVisible();
	expect(load).toHaveBeenCalledTimes(2);
});

test('a part that is not wanted yet is not asked for', async () => {
	const load = vi.fn<Load>(come);
	const { rerender } = await render(<Part load={load} wanted={false} />);
	expect(load).not.toHaveBeenCalled();
	rerender(<Part load={load} />);
	await expect.element(text).toBeVisible();
});
