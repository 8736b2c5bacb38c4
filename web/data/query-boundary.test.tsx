import { useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError, NetworkError } from '../../contract/core/client.ts';
import * as commonText from '../../text/shared/common.ts';
import * as errorsText from '../../text/web/errors.ts';
import { useRefetchStale } from '../platform/persisted-queries.ts';
import { findViolations } from '../testing/accessibility.ts';
import { render } from '../testing/render.tsx';
import { Button } from '../ui/button.tsx';
import { QueryBoundary } from './query-boundary.tsx';

const tryAgain = page.getByRole('button', { name: commonText.tryAgain });
const failure = page.getByRole('alert').filter({ hasText: 'The course could not be loaded' });
const load = vi.fn<() => Promise<string>>();

function Course({ as }: { as?: 'h1' }) {
	const query = useQuery({ queryKey: ['course'], queryFn: load });
	return (
		<>
			<Button onClick={() => void query.refetch()}>Refresh</Button>
			<Button onClick={useRefetchStale()}>Online again</Button>
			<QueryBoundary
				query={query}
				loading="Loading the course"
				skeleton={<p>Skeleton</p>}
				failure="The course could not be loaded"
				{...(as && { as })}
				renderRejection={({ status }) => (status === 404 ? <p>No such course</p> : undefined)}
			>
				{(title) => <h2>{title}</h2>}
			</QueryBoundary>
		</>
	);
}

test('shows a skeleton while loading, then the data', async () => {
	const { promise, resolve } = Promise.withResolvers<string>();
	load.mockReturnValue(promise);
	await render(<Course />);
	const status = page.getByRole('status');
	await expect.element(status.getByText('Loading the course')).toBeInTheDocument();
	await expect.element(status.getByText('Skeleton')).toBeVisible();
	resolve('Laravel');
	await expect.element(page.getByRole('heading', { name: 'Laravel' })).toBeVisible();
	await expect.element(page.getByText('Skeleton')).not.toBeInTheDocument();
});

test('shows the error with its reason, and retries on a tap', async () => {
	load.mockRejectedValue(new NetworkError('Failed to fetch'));
	await render(<Course as="h1" />);
	await expect.element(failure.getByRole('heading', { level: 1 })).toBeVisible();
	await expect.element(failure.getByText(errorsText.noResponse)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	load.mockResolvedValue('Laravel');
	await tryAgain.click();
	await expect.element(page.getByRole('heading', { name: 'Laravel' })).toBeVisible();
});

test('keeps the error and the focus while it retries', async () => {
	load.mockRejectedValue(new NetworkError('Failed to fetch'));
	await render(<Course />);
	await expect.element(failure).toBeVisible();
	const next = Promise.withResolvers<string>();
	load.mockReturnValue(next.promise);
	await tryAgain.click();
	await expect.element(tryAgain).toHaveAttribute('aria-busy', 'true');
	await expect.element(tryAgain).toHaveFocus();
	await expect.element(page.getByText(errorsText.noResponse)).toBeVisible();
	await expect.element(page.getByText('Skeleton')).not.toBeInTheDocument();

	load.mockRejectedValue(new ApiError(403, { code: 'forbidden', message: 'Learners only' }));
	next.reject(new ApiError(403, { code: 'forbidden', message: 'Learners only' }));
	await expect.element(failure.getByText('Learners only')).toBeVisible();
	await expect.element(tryAgain).toHaveAttribute('aria-busy', 'false');
	await expect.element(tryAgain).toHaveFocus();
	load.mockResolvedValue('Laravel');
	await tryAgain.click();
	await expect.element(page.getByRole('heading', { name: 'Laravel' })).toBeVisible();
});

test('refetches a failed query when the network returns', async () => {
	load.mockRejectedValue(new NetworkError('Failed to fetch'));
	await render(<Course />);
	await expect.element(failure).toBeVisible();
	load.mockResolvedValue('Laravel');
	// The button refetches the failed query. In the app, the bar that reports a lost network does this.
	await page.getByRole('button', { name: 'Online again' }).click();
	await expect.element(page.getByRole('heading', { name: 'Laravel' })).toBeVisible();
});

test('renders a custom rejection', async () => {
	load.mockRejectedValue(new ApiError(404, { code: 'not_found', message: 'Gone' }));
	await render(<Course />);
	await expect.element(page.getByText('No such course')).toBeVisible();
	await expect.element(failure).not.toBeInTheDocument();
});

test('shows the API’s message for any other rejection', async () => {
	load.mockRejectedValue(new ApiError(403, { code: 'forbidden', message: 'Learners only' }));
	await render(<Course />);
	await expect.element(failure.getByText('Learners only')).toBeVisible();
});

test('keeps the data if a refetch fails', async () => {
	load.mockResolvedValue('Laravel');
	await render(<Course />);
	const title = page.getByRole('heading', { name: 'Laravel' });
	await expect.element(title).toBeVisible();
	load.mockRejectedValue(new ApiError(403, { code: 'forbidden', message: 'Learners only' }));
	const before = load.mock.calls.length;
	await page.getByRole('button', { name: 'Refresh' }).click();
	await expect.poll(() => load.mock.calls.length).toBe(before + 1);
	await expect.element(title).toBeVisible();
	await expect.element(failure).not.toBeInTheDocument();
});
