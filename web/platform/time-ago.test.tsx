import { hydrateRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { TimeAgo } from './time-ago.tsx';

const now = Date.UTC(2026, 10, 28, 9);
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const texts = () => [...document.querySelectorAll('time')].map(({ textContent }) => textContent);

test('moves on while the page is open, with one timer for all ages', async () => {
	vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
	onTestFinished(() => void vi.useRealTimers());
	const before = vi.getTimerCount();
	await render(
		<>
			<TimeAgo time={ago(58)} />
			<TimeAgo time={ago(3590)} />
			<TimeAgo time={ago(3 * 86_400)} />
		</>,
	);
	expect(texts()).toEqual(['58 seconds ago', '59 minutes ago', '3 days ago']);
	expect(vi.getTimerCount() - before).toBe(1);
	vi.advanceTimersByTime(1000);
	await expect.poll(texts).toEqual(['59 seconds ago', '59 minutes ago', '3 days ago']);
	vi.advanceTimersByTime(30_000);
	await expect.poll(texts).toEqual(['1 minute ago', '1 hour ago', '3 days ago']);
	vi.advanceTimersByTime(61_000);
	await expect.poll(texts).toEqual(['2 minutes ago', '1 hour ago', '3 days ago']);
});

test('replaces the age in cached HTML without a hydration error', async () => {
	const time = new Date(Date.now() - 2 * 3_600_000 - 1000).toISOString();
	const container = document.createElement('div');
	container.innerHTML = `<time datetime="${time}">1 hour ago</time>`;
	document.body.append(container);
	const onRecoverableError = vi.fn();
	const root = hydrateRoot(container, <TimeAgo time={time} />, { onRecoverableError });
	onTestFinished(() => {
		root.unmount();
		container.remove();
	});
	await expect.element(page.getByText('2 hours ago')).toBeVisible();
	expect(onRecoverableError).not.toHaveBeenCalled();
});
