import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as commonText from '../../text/shared/common.ts';
import * as controlsText from '../../text/web/controls.ts';
import { render } from '../testing/render.tsx';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { Progress } from './progress.tsx';
import { Skeleton } from './skeleton.tsx';
import { Spinner } from './spinner.tsx';

test('EmptyState shows what is missing and what to do', async () => {
	await render(
		<EmptyState icon={() => <svg />} title="No ads yet" action={<Button>Post ad</Button>}>
			Be the first.
		</EmptyState>,
	);
	await expect.element(page.getByRole('heading', { level: 2, name: 'No ads yet' })).toBeVisible();
	await expect.element(page.getByText('Be the first.')).toBeVisible();
	await expect.element(page.getByRole('button', { name: 'Post ad' })).toBeVisible();
	expect(document.querySelector('svg')?.closest('[aria-hidden]')).not.toBeNull();
});

test.for([
	['EmptyState', EmptyState],
	['ErrorState', ErrorState],
] as const)('%s renders an h1 if it fills the page', async ([, State]) => {
	await render(<State as="h1" title="Nothing here" />);
	await expect.element(page.getByRole('heading', { level: 1, name: 'Nothing here' })).toBeVisible();
	await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('ErrorState is announced and retries', async () => {
	const retry = vi.fn();
	const { rerender } = await render(
		<ErrorState title="The ads could not be loaded" onRetry={retry}>
			No answer came.
		</ErrorState>,
	);
	const alert = page.getByRole('alert');
	await expect.element(alert).toMatchTextContent(/^The ads could not be loadedNo answer came\.$/);
	const first = alert.element();
	const button = page.getByRole('button', { name: commonText.tryAgain });
	await button.click();
	expect(retry).toHaveBeenCalledOnce();
	rerender(<ErrorState title="The ads could not be loaded" onRetry={retry} retrying />);
	await expect.element(button).toHaveAttribute('aria-busy', 'true');
	await expect.element(alert).not.toBeInTheDocument();
	await userEvent.keyboard('{Enter}');
	expect(retry).toHaveBeenCalledOnce();
	rerender(<ErrorState title="The ads could not be loaded" onRetry={retry} />);
	await expect.element(alert).toBeVisible();
	expect(alert.element()).not.toBe(first);
	await expect.element(button).toHaveFocus();
});

test('ErrorState shows another action', async () => {
	await render(<ErrorState title="Lost" action={<Button>Go to the market</Button>} />);
	await expect.element(page.getByRole('button', { name: 'Go to the market' })).toBeVisible();
	await expect.element(page.getByRole('button', { name: commonText.tryAgain })).not.toBeInTheDocument();
});

test('Spinner announces what is loading', async () => {
	await render(
		<>
			<Spinner />
			<Spinner label="Loading your account" />
		</>,
	);
	await expect.element(page.getByRole('status').nth(0)).toHaveTextContent(controlsText.loading);
	await expect.element(page.getByRole('status').nth(1)).toHaveTextContent('Loading your account');
});

test('Spinner covers the screen, opaque or translucent', async () => {
	const { rerender } = await render(<Spinner fullScreen />);
	const box = () => page.getByRole('status').element();
	expect(box().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: innerWidth, height: innerHeight });
	const opaque = getComputedStyle(box()).backgroundColor;
	rerender(<Spinner fullScreen translucent />);
	await expect.poll(() => getComputedStyle(box()).backgroundColor).not.toBe(opaque);
});

test('Spinner takes the content area without covering the bars of the app', async () => {
	await render(<Spinner fullPage />);
	const spinner = page.getByRole('status').element();
	expect(getComputedStyle(spinner).position).toBe('static');
	expect(spinner.getBoundingClientRect().height).toBe(innerHeight - 192);
});

test('Skeleton takes its space and is hidden from screen readers', async () => {
	await render(<Skeleton className="h-24 w-48" />);
	const box = document.querySelector('[aria-hidden]');
	expect(box?.getBoundingClientRect()).toMatchObject({ width: 192, height: 96 });
});

test.for([
	[-5, '0', 0],
	[42.4, '42', 0.424],
	[130, '100', 1],
] as const)('Progress of %d per cent reports %s and fills its share', async ([percent, value, share]) => {
	await render(<Progress label="Upload" percent={percent} />);
	const bar = page.getByRole('progressbar', { name: 'Upload' });
	await expect.element(bar).toHaveAttribute('aria-valuenow', value);
	await expect.element(bar).toHaveAttribute('aria-valuemin', '0');
	await expect.element(bar).toHaveAttribute('aria-valuemax', '100');
	const width = () => bar.element().firstElementChild?.getBoundingClientRect().width ?? Number.NaN;
	await expect.poll(() => width() / bar.element().getBoundingClientRect().width).toBeCloseTo(share, 2);
});
