import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { LazyToaster } from './lazy-toaster.tsx';
import { toast } from './toast.ts';

const region = page.getByRole('region', { name: /^Notifications/ });

afterEach(() => vi.useRealTimers());

test('shows a notice sent before the toaster has loaded, and announces it politely', async () => {
	toast('Link copied to clipboard');
	await render(null);
	await expect.element(region.getByText('Link copied to clipboard')).toBeVisible();
	await expect.element(region).toHaveAttribute('aria-live', 'polite');
});

test('loads the toaster with the first notice', async () => {
	const { render: renderAlone } = await import('vitest-browser-react');
	await renderAlone(<LazyToaster eager={false} dark={false} duration={4000} visible={3} />);
	await expect.element(region).not.toBeInTheDocument();
	toast('Saved');
	await expect.element(region.getByText('Saved')).toBeVisible();
});

test('shows a notice at the top centre', async () => {
	await page.viewport(1280, 800);
	await render(null);
	toast('Saved');
	await expect.element(region.getByText('Saved')).toBeVisible();
	const getRect = () => region.getByRole('listitem').element().getBoundingClientRect();
	await expect.poll(() => Math.abs(getRect().x + getRect().width / 2 - 640)).toBeLessThan(10);
	await expect.poll(() => getRect().y > 10 && getRect().y < 60).toBe(true);
	await page.viewport(360, 740);
});

test('offers an action on a notice, also by keyboard', async () => {
	const run = vi.fn();
	await render(null);
	toast('Ad removed', 'success', { label: 'Undo', run });
	const undo = region.getByRole('button', { name: 'Undo' });
	await expect.element(undo).toBeVisible();
	(undo.element() as HTMLElement).focus();
	await userEvent.keyboard('{Enter}');
	expect(run).toHaveBeenCalledOnce();
	await expect.element(region.getByText('Ad removed')).not.toBeInTheDocument();
});

test('distinguishes errors from successes', async () => {
	await render(null);
	toast('Saved');
	toast('Upload failed.', 'error');
	await expect
		.element(region.getByRole('listitem').filter({ hasText: 'Saved' }))
		.toHaveAttribute('data-type', 'success');
	await expect
		.element(region.getByRole('listitem').filter({ hasText: 'Upload failed.' }))
		.toHaveAttribute('data-type', 'error');
});

test('shows at most three notices, each for 4 seconds', async () => {
	await render(<p style={{ marginTop: 600 }}>Far from the notices</p>);
	await userEvent.hover(page.getByText('Far from the notices'));
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
	const notices = region.getByRole('listitem');
	const visible = () => notices.elements().filter((notice) => Number(getComputedStyle(notice).opacity) > 0).length;
	/** Waits for `count` notices. Advances the timers, because the toaster also lays out notices in timers. */
	async function expectCount(count: number) {
		await expect
			.poll(() => {
				vi.advanceTimersByTime(10);
				return notices.elements().length;
			})
			.toBe(count);
	}
	toast('Saved');
	await expectCount(1);
	const first = Date.now();
	for (let more = 0; more < 4; more++) toast(`Saved again ${more}`);
	await expectCount(5);
	const last = Date.now();
	await expect.poll(visible).toBe(3);
	vi.advanceTimersByTime(first + 3900 - Date.now());
	expect(notices.elements()).toHaveLength(5);
	// The last notice needs some time to fade out.
	vi.advanceTimersByTime(last + 4300 - Date.now());
	await expect.poll(() => notices.elements().length).toBe(0);
});
