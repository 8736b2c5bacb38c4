import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../contract/core/client.ts';
import * as commonText from '../../text/shared/common.ts';
import * as controlsText from '../../text/web/controls.ts';
import * as feedText from '../../text/web/feed.ts';
import { findViolations } from '../testing/accessibility.ts';
import { render } from '../testing/render.tsx';
import { InfiniteList } from './infinite-list.tsx';
import { dedupePagesById } from './items.ts';

interface Item {
	id: number;
}

interface Page {
	items: Item[];
	next_cursor: number | null;
}

const load = vi.fn<(input: { list: string; cursor: number | null }) => Promise<Page>>();
const getIds = () =>
	page
		.getByRole('listitem')
		.elements()
		.map((item) => Number(item.textContent));
const ids = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
const pageOf = (first: number, count: number, next: number | null = null): Page => ({
	items: ids(first, count).map((id) => ({ id })),
	next_cursor: next,
});
const rejection = new ApiError(400, { code: 'malformed', message: 'That is no cursor.' });
const more = page.getByRole('button', { name: 'More bags' });

beforeEach(() => void load.mockReset());

interface BagsProps {
	list?: string;
	byTap?: boolean;
	tall?: boolean;
	fades?: boolean;
}

function Bags({ list = 'all', byTap = false, tall = false, fades = false }: BagsProps) {
	const query = useInfiniteQuery({
		queryKey: ['bags', list],
		queryFn: ({ pageParam }) => load({ list, cursor: pageParam }),
		initialPageParam: null as number | null,
		getNextPageParam: (page) => page.next_cursor,
		placeholderData: keepPreviousData,
		select: dedupePagesById,
	});
	return (
		<InfiniteList
			query={query}
			items={query.data}
			loading="Loading bags"
			skeleton={<p>Skeleton</p>}
			failure="The bags could not be loaded"
			empty={<p>No bags yet</p>}
			{...(byTap && { more: 'More bags' })}
			end="That was all"
			fades={fades}
		>
			{(items) => (
				<ul>
					{items.map(({ id }) => (
						<li key={id} style={{ height: tall ? 400 : 20 }}>
							{id}
						</li>
					))}
				</ul>
			)}
		</InfiniteList>
	);
}

test('shows a list that fits on one screen without an end and a button', async () => {
	const { promise, resolve } = Promise.withResolvers<Page>();
	load.mockReturnValue(promise);
	await render(<Bags />);
	await expect.element(page.getByRole('status').getByText('Loading bags')).toBeInTheDocument();
	await expect.element(page.getByText('Skeleton')).toBeVisible();
	resolve(pageOf(1, 12));
	await expect.poll(getIds).toEqual(ids(1, 12));
	await expect.element(page.getByText('That was all')).not.toBeInTheDocument();
	await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});

test('shows the empty state', async () => {
	load.mockResolvedValue(pageOf(1, 0));
	await render(<Bags />);
	await expect.element(page.getByText('No bags yet')).toBeVisible();
});

test('shows an error and retries', async () => {
	load.mockRejectedValue(rejection);
	await render(<Bags />);
	const alert = page.getByRole('alert').filter({ hasText: 'The bags could not be loaded' });
	await expect.element(alert.getByText('That is no cursor.')).toBeVisible();
	load.mockResolvedValue(pageOf(1, 2));
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.poll(getIds).toEqual([1, 2]);
});

test('loads more on scroll, shows each item once, and scrolls back to the top', async () => {
	load.mockImplementation(async ({ cursor }) => (cursor === null ? pageOf(1, 10, 10) : pageOf(10, 5)));
	await render(<Bags tall />);
	await expect.poll(getIds).toEqual(ids(1, 10));
	expect(load).toHaveBeenCalledOnce();
	window.scrollTo(0, document.documentElement.scrollHeight);
	await expect.poll(getIds).toEqual(ids(1, 14));
	await expect.element(page.getByText('That was all')).toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	await page.getByRole('button', { name: feedText.backToTop }).click();
	await expect.poll(() => window.scrollY).toBe(0);
});

test('does not treat an empty first page with a next page as empty', async () => {
	load.mockImplementation(async ({ cursor }) => (cursor === null ? pageOf(1, 0, 1) : pageOf(1, 3)));
	await render(<Bags />);
	await expect.poll(getIds).toEqual([1, 2, 3]);
	await expect.element(page.getByText('No bags yet')).not.toBeInTheDocument();
});

test('keeps loaded items after a failed page, and retries it only on a tap', async () => {
	load.mockImplementation(({ cursor }) =>
		cursor === null ? Promise.resolve(pageOf(1, 3, 3)) : Promise.reject(rejection),
	);
	await render(<Bags />);
	await expect.element(page.getByRole('alert')).toHaveTextContent(controlsText.moreFailed);
	expect(getIds()).toEqual([1, 2, 3]);
	const before = load.mock.calls.length;
	load.mockImplementation(async () => pageOf(4, 2));
	await new Promise(requestAnimationFrame);
	expect(load).toHaveBeenCalledTimes(before);
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.poll(getIds).toEqual([1, 2, 3, 4, 5]);
});

test('loads more on a tap if it has a label for that', async () => {
	load.mockResolvedValueOnce(pageOf(1, 2, 2));
	await render(<Bags byTap />);
	await expect.element(more).toBeVisible();
	await new Promise(requestAnimationFrame);
	expect(load).toHaveBeenCalledOnce();
	const next = Promise.withResolvers<Page>();
	load.mockReturnValue(next.promise);
	await more.click();
	await expect.element(more).toBeDisabled();
	next.resolve(pageOf(3, 1));
	await expect.poll(getIds).toEqual([1, 2, 3]);
	await expect.element(more).not.toBeInTheDocument();
});

/** Renders a loaded list. Returns a function that shows another list instead, and the promise of its first page. */
async function openOther(first: Page, props: BagsProps = {}) {
	load.mockResolvedValueOnce(first);
	const { rerender } = await render(<Bags {...props} />);
	await expect.poll(getIds).toEqual(first.items.map(({ id }) => id));
	const next = Promise.withResolvers<Page>();
	load.mockReturnValue(next.promise);
	return { next, showOther: () => rerender(<Bags {...props} list="red" />) };
}

test.for([
	['without', true, /grayscale/],
	['with', false, /none/],
] as const)('keeps the previous list %s colours while another list loads, and loads no more of it', async (options) => {
	const [, fades, filter] = options;
	const { next, showOther } = await openOther(pageOf(1, 2, 2), { byTap: true, fades });
	await expect.element(more).toBeVisible();
	showOther();
	await expect.element(more).not.toBeInTheDocument();
	expect(getIds()).toEqual([1, 2]);
	const list = page.getByRole('list').element().closest('[aria-busy=true]');
	expect(list && getComputedStyle(list).filter).toMatch(filter);
	next.resolve(pageOf(7, 1));
	await expect.poll(getIds).toEqual([7]);
	await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
});

test('does not show the empty state while another list replaces an empty one', async () => {
	const { next, showOther } = await openOther(pageOf(1, 0));
	await expect.element(page.getByText('No bags yet')).toBeVisible();
	showOther();
	await expect.element(page.getByRole('status').getByText('Loading bags')).toBeInTheDocument();
	await expect.element(page.getByText('No bags yet')).not.toBeInTheDocument();
	next.resolve(pageOf(7, 1));
	await expect.poll(getIds).toEqual([7]);
});

test('does not show the end while another list replaces a complete one', async () => {
	const { next, showOther } = await openOther(pageOf(1, 13));
	await expect.element(page.getByText('That was all')).toBeInTheDocument();
	showOther();
	await expect.element(page.getByText('That was all')).not.toBeInTheDocument();
	expect(getIds()).toEqual(ids(1, 13));
	next.resolve(pageOf(1, 14));
	await expect.element(page.getByText('That was all')).toBeInTheDocument();
});
